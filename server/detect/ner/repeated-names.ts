import { allMatches } from '../../domain/all-matches.ts';
import type { Detection, Span } from '../../domain/detection.ts';
import { months } from '../../domain/months.ts';
import { letterWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, furtherFunctionWords } from '../vocabulary/words.ts';
import { nameInContext } from './told-name.ts';
import { isWordName } from './word-names.ts';

/** As a name said once more: a street with the same name stays an address. */
const score = 0.75;
/** Not what is part of an escape, as in `&nbsp;`. */
const wordOf = /(?<![\p{L}\p{N}&%\\])\p{L}[\p{L}\p{M}]*/gu;
const lookBack = 12;
const leastSure = 0.9;
/** "like a park", "johnson and johnson": the word, or a firm. */
const asWord = /\b(?:an?|the|your|my|this|and) $/i;

interface NameWord {
  readonly lower: string;
  readonly span: Span;
}

/** The words of found names where their text says them again: "joy joy okonkwo", "it is hyphenated, they only put ortega". */
export function repeatedNames(text: string, names: readonly Detection[]): readonly Detection[] {
  const sure = names.filter((one) => one.score >= leastSure);
  if (sure.length === 0) return [];
  const words = allMatches(text, wordOf).map(
    ({ index, 0: said }): NameWord => ({
      lower: said.toLowerCase(),
      span: [index, index + said.length],
    }),
  );
  const isInside = ({ span: [start, end] }: NameWord): boolean =>
    sure.some((one) => one.start <= start && end <= one.end);
  const forms = new Set(
    words.filter((one) => isInside(one) && isNameWord(one.lower)).map(({ lower }) => lower),
  );
  return words.flatMap((one, index) => {
    if (isInside(one) || one.lower.length < 2) return [];
    const lead = text.slice(Math.max(0, one.span[0] - lookBack), one.span[0]);
    const isSaidTwice =
      forms.has(one.lower) &&
      !asWord.test(lead) &&
      (one.span[0] === 0 ||
        isDistinctive(text, one) ||
        isNextTo(text, one, words[index - 1]) ||
        isNextTo(text, one, words[index + 1]));
    return isSaidTwice ? [nameInContext(...one.span, score)] : [];
  });
}

const isNameWord = (word: string): boolean =>
  word.length > 1 &&
  !functionWords.has(word) &&
  !furtherFunctionWords.has(word) &&
  !neverName.test(word) &&
  !letterWord.test(word) &&
  !numberWord.test(word);

/** Whether a word names the person wherever it stands: no word of a list, and long or with a capital. */
function isDistinctive(text: string, { lower, span }: NameWord): boolean {
  if (isWordName(lower) || months.includes(lower)) return false;
  return lower.length > 3 || /^\p{Lu}\p{Ll}/u.test(text.slice(...span));
}

/** Whether the same word stands right before or behind this one. */
function isNextTo(text: string, one: NameWord, other: NameWord | undefined): boolean {
  if (other?.lower !== one.lower) return false;
  const [first, second] = one.span[0] < other.span[0] ? [one, other] : [other, one];
  return /^[\s,.…]{1,3}$/u.test(text.slice(first.span[1], second.span[0]));
}
