import { type ReplyWatch, renderPieces, type Tally } from './render-pieces.ts';
import { textRestorer } from './text-restorer.ts';
import type { Restoration } from './token-scope.ts';
import { textWriter, type Writer } from './writers.ts';

/** A whole text with its tokens restored (spec, rule 5); counts go into `tally`. */
export async function restoreText(
  text: string,
  restoration: Restoration,
  tally: Tally,
  writer: Writer = textWriter(),
  watch?: ReplyWatch,
): Promise<string> {
  watch?.came(text);
  const restorer = textRestorer(restoration);
  const pieces = [...restorer.push(text, 0), ...restorer.end()];
  return renderPieces(pieces, restoration, tally, writer, watch);
}
