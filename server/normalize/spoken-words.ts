import { numberWords } from './number-words.ts';

/** A word or a row of digits in a text; `gap` is how it is set off from the word before it. */
export interface SpokenWord {
  readonly start: number;
  readonly end: number;
  /** Lower-case form. */
  readonly word: string;
  readonly gap: WordGap;
}

/**
 * `space`: blanks on one line; `hyphen`: a single hyphen; `pause`: a comma or dots of hesitation;
 * `break`: anything else, such as the end of a sentence or of a line.
 */
export type WordGap = 'space' | 'hyphen' | 'pause' | 'break';

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;

/** The words of a text in order. Linear in its length. */
export function spokenWordsOf(text: string): SpokenWord[] {
  const words: SpokenWord[] = [];
  let last = 0;
  for (const match of text.matchAll(wordPattern)) {
    const start = match.index;
    const word = withoutPossessive(match[0].toLowerCase());
    const end = start + word.length;
    words.push({ start, end, word, gap: gapOf(text, last, start) });
    last = end;
  }
  return words;
}

/** A number word without the "is" run on to it: "oh one four two's the house". */
function withoutPossessive(word: string): string {
  const stem = /['’]s$/.test(word) ? word.slice(0, -2) : word;
  return stem !== word && numberWords.has(stem) ? stem : word;
}

function gapOf(text: string, from: number, to: number): WordGap {
  if (to - from === 1) {
    const char = text[from];
    if (char === ' ' || char === '\t') return 'space';
    return char === '-' || char === '\u2010' || char === '\u2011' ? 'hyphen' : 'break';
  }
  if (to - from > 12) return 'break';
  const gap = text.slice(from, to);
  if (/^[ \t]+$/.test(gap)) return 'space';
  return /^[ \t]*(?:,|\.\.\.?|\u2026|-|\u2013|\u2014)[ \t]+$/.test(gap) ? 'pause' : 'break';
}
