import type { ReplyPiece } from './piece.ts';
import { type ReplyObserver, renderPieces, type RestoreTally } from './render-pieces.ts';
import { textRestorer } from './text-restorer.ts';
import type { RestoreContext } from './token-scope.ts';
import { textWriter, type ValueWriter } from './writers.ts';

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
  restoration: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter = textWriter(),
  watch?: ReplyObserver,
): Promise<string> {
  const restorer = textRestorer(restoration);
  const render = (pieces: readonly ReplyPiece[]): Promise<string> =>
    renderPieces(pieces, restoration, tally, writer, watch);
  let restored = '';
  for (const slice of slicesOf(text)) {
    watch?.received(slice);
    restored += await render(restorer.push(slice, 0));
    await restoration.pause?.();
  }
  return restored + (await render(restorer.end()));
}
