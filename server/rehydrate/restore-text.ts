import type { Piece } from './piece.ts';
import { type ReplyWatch, renderPieces, type Tally } from './render-pieces.ts';
import { textRestorer } from './text-restorer.ts';
import type { Restoration } from './token-scope.ts';
import { textWriter, type Writer } from './writers.ts';

/** Characters that are restored in one go. Where a text is cut changes nothing (design D18). */
const sliceLength = 4_096;

/** A text in pieces that are restored one by one, with a pause between them. */
export function slicesOf(text: string): readonly string[] {
  if (text.length <= sliceLength) return [text];
  const count = Math.ceil(text.length / sliceLength);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * sliceLength, (index + 1) * sliceLength),
  );
}

/** A whole text with its tokens restored (spec, rule 5); counts go into `tally`. */
export async function restoreText(
  text: string,
  restoration: Restoration,
  tally: Tally,
  writer: Writer = textWriter(),
  watch?: ReplyWatch,
): Promise<string> {
  const restorer = textRestorer(restoration);
  const render = (pieces: readonly Piece[]): Promise<string> =>
    renderPieces(pieces, restoration, tally, writer, watch);
  let restored = '';
  for (const slice of slicesOf(text)) {
    watch?.came(slice);
    restored += await render(restorer.push(slice, 0));
    await restoration.pause?.();
  }
  return restored + (await render(restorer.end()));
}
