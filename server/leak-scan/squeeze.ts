/**
 * Text with everything but letters and digits taken out, folded, and single digits in words turned
 * into figures, so that "(555) 012-3456", "555.012.3456" and "five five five oh one two…" are one.
 */
export interface CompactText {
  readonly text: string;
  /** 1 at each offset where a word or number began or ended before squeezing; text.length + 1 long. */
  readonly edges: Uint8Array;
}

const figures: ReadonlyMap<string, string> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    .map((word, figure): [string, string] => [word, String(figure)])
    .concat([['oh', '0']]),
);

export function compactText(text: string): CompactText {
  const folded = text.normalize('NFKC').toLowerCase();
  const parts = folded.match(/[\p{L}\p{M}]+|\p{N}+|\0/gu) ?? [];
  const edges = new Uint8Array(folded.length + 1);
  let length = 0;
  const written = parts.map((part) => {
    const piece = (part.length < 6 && figures.get(part)) || part;
    edges[length] = 1;
    length += piece.length;
    return piece;
  });
  edges[length] = 1;
  return { text: written.join(''), edges };
}
