/** One word, number or sign of a text; `start` and `end` are UTF-16 code units, half-open. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True when no blank stands before it. */
  readonly glued: boolean;
}

/** Letters with inner apostrophes but without a possessive ending, that ending, digits, or one sign. */
const word =
  /\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}[\p{L}\p{M}]*)*|['’]s(?!\p{L})|\p{N}+|[^\s]/gu;

/** The words of a text in order. Letters and digits are told apart even where they are glued. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(word), (match) => {
    const start = match.index;
    const before = text.charAt(start - 1);
    return {
      text: match[0],
      start,
      end: start + match[0].length,
      glued: before !== '' && before.trim() !== '',
    };
  });
}
