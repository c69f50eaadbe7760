import type { TextPiece } from './json-pieces.ts';

/** Longest text in characters that is searched in one go: that takes a few milliseconds at most. */
const maxSearchedLength = 2_048;
/** Where a text is cut, the best place first. */
const cutPoints = ['\n\n', '\n', '. ', '? ', '! ', ' '];

/**
 * Words in pieces that are short enough to be searched in one go (design D43), cut between paragraphs,
 * sentences or words where there are any; together they are the text. JSON, whose leaves are texts of
 * their own, stays as it is.
 */
export function splitLongText(piece: TextPiece): readonly TextPiece[] {
  const { text, json } = piece;
  if (json !== undefined || text.length <= maxSearchedLength) return [piece];
  const pieces: TextPiece[] = [];
  for (let from = 0; from < text.length; ) {
    const short = firstPiece(text.slice(from, from + maxSearchedLength));
    pieces.push({ text: short, goesOn: from > 0 });
    from += short.length;
  }
  return pieces;
}

/** What of a stretch comes before the best cut in its second half. */
function firstPiece(stretch: string): string {
  if (stretch.length < maxSearchedLength) return stretch;
  for (const end of cutPoints) {
    const at = stretch.lastIndexOf(end);
    if (at >= maxSearchedLength / 2) return stretch.slice(0, at + end.length);
  }
  const isHalfPair = /[\uD800-\uDBFF]$/.test(stretch);
  return isHalfPair ? stretch.slice(0, -1) : stretch;
}
