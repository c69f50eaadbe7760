import { type Numeral, numeralsOf } from './numerals.ts';
import type { View } from './recognizer.ts';

/** Words between the parts of one number: "area code 413 and then it's 586 and the last 4 are 7702". */
const wordsBetween =
  "um|umm|uh|uhh|er|erm|ah|oh|hmm|mm|and|then|next|so|it|it's|its|that|that's|is|are|was|the|my|area|code|for|in|last|final|first|digits?|numbers?|rest|of|end|part|prefix|wait|hold|on|hang|one|1|sec|second|just|a|minute|moment|let|me|see|think|check|look|sorry|excuse|okay|ok|yeah|yes|right|followed|by|after|comes|ends?|ending|with|still|[34]";
const between = new RegExp(
  `^(?:[\\s,.…:;–-]{1,5}(?:${wordsBetween})(?![\\p{L}\\p{N}'’])){1,10}[\\s,.…:;–-]{1,5}$`,
  'iu',
);
const counted = /\b(?:last|final|first|next) $/i;
const longestBetween = 64;
const mostParts = 6;

export const dictationPatterns: readonly RegExp[] = [between, counted];

/** "the last 4 are …": a number that says how many digits follow is no part of them. */
const isCount = (text: string, { start, digits }: Numeral): boolean =>
  digits.length === 1 && counted.test(text.slice(Math.max(0, start - 8), start));

/** Numerals, two or more at a time, that are one number said in parts with only words of hesitation or of counting between. */
export function dictationsOf(view: View): readonly (readonly Numeral[])[] {
  const { text } = view;
  const found: Numeral[][] = [];
  let parts: Numeral[] = [];
  for (const numeral of numeralsOf(view)) {
    if (isCount(text, numeral)) continue;
    const last = parts.at(-1);
    const gap = last === undefined ? 0 : numeral.start - last.end;
    const goesOn =
      last !== undefined &&
      gap <= longestBetween &&
      between.test(text.slice(last.end, numeral.start));
    if (!goesOn) parts = [];
    parts.push(numeral);
    if (parts.length === 2) found.push(parts);
  }
  return found.filter(({ length }) => length <= mostParts);
}

/** All digits of a dictation. */
export const digitsOf = (parts: readonly Numeral[]): string =>
  parts.map(({ digits }) => digits).join('');
