import { itemAt } from '../domain/item-at.ts';
import type { WordMeaning } from './languages/language.ts';

/** A word of a text, and what it can stand for. */
interface Said {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Single digits from which on whatever stands between them is a pause: a telephone number without its area. */
const fewestDigits = 7;
/** Characters between two of them: an ellipsis, a slash between blanks. */
const mostBetween = 6;
const longestDigit = 6;

/** The words of a run-together number, as "fouronethreefiveeightsix" is; undefined when it is none. */
export function splitDigits<T extends Said>(
  token: T,
  meanings: ReadonlyMap<string, WordMeaning>,
): readonly T[] | undefined {
  const { word, start, end } = token;
  if (word.length < 3 * fewestDigits - 3 || end - start !== word.length) return undefined;
  const parts: T[] = [];
  for (let at = 0; at < word.length; ) {
    const size = digitLength(word, at, meanings);
    if (size === 0) return undefined;
    parts.push({
      ...token,
      start: start + at,
      end: start + at + size,
      word: word.slice(at, at + size),
    });
    at += size;
  }
  return parts.length < fewestDigits ? undefined : parts;
}

/** The length of the longest digit's word at a place of a word; 0 when none is there. */
function digitLength(word: string, at: number, meanings: ReadonlyMap<string, WordMeaning>): number {
  for (let size = longestDigit; size > 0; size -= 1) {
    const part = word.slice(at, at + size);
    if (part.length === size && isDigit(part, meanings.get(part))) return size;
  }
  return 0;
}

const isDigit = (word: string, meaning: WordMeaning | undefined): boolean =>
  meaning?.is === 'digit' || /^[0-9]$/.test(word);

/**
 * Sets single digits that stand one by one apart by pauses, whatever divides them ("4... 1... 3",
 * "four / one / three"), so that they are one number.
 */
export function pausesBetweenDigits<
  T extends Said & { readonly gap: string; readonly meaning: WordMeaning | undefined },
>(words: readonly T[]): readonly T[] {
  const result = words.slice();
  let from = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const one = words[at];
    const last = words[at - 1];
    const isOne = one !== undefined && isDigit(one.word, one.meaning);
    const isNext = isOne && at > from && last !== undefined && one.start - last.end <= mostBetween;
    if (isNext) continue;
    if (at - from >= fewestDigits) setPauses(result, from, at);
    from = isOne ? at : at + 1;
  }
  return result;
}

function setPauses<T extends { readonly gap: string }>(words: T[], from: number, to: number): void {
  for (let at = from + 1; at < to; at += 1) {
    const one = itemAt(words, at);
    if (one.gap === 'break') words[at] = { ...one, gap: 'pause' };
  }
}
