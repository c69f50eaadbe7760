import type { Span } from '../../domain/detection.ts';
import { months } from '../../domain/months.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { type Word, wordForm } from './word-features.ts';

const { firstName, surname, place, common, spanishCommon, usualFirstName, usualSurname } =
  lexiconBits;
const isName = firstName | surname;
const isUsualName = usualFirstName | usualSurname;
const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;

/**
 * Words of a multi-word name that identify a person on their own. In `patience tuttle` only
 * `tuttle`: `patience` is an ordinary word.
 */
export function namePartsOf(
  words: readonly Word[],
  { start, end }: { readonly start: number; readonly end: number },
  lexicon: Lexicon,
): readonly Span[] {
  const inside = words.filter((word) => word.start >= start && word.end <= end);
  const named = inside.filter(({ text }) => /\p{L}['’]?\p{L}/u.test(text));
  if (named.length < 2) return [];
  return named
    .filter(({ text }) => identifiesPerson(wordForm(text), lexicon))
    .map((word): Span => [word.start, word.end]);
}

function identifiesPerson(form: string, lexicon: Lexicon): boolean {
  const bits = bitsOf(lexicon, form);
  if ((bits & common) !== 0 || months.includes(form) || weekday.test(form)) return false;
  // Many usual names are words of Spanish too: flores, rosa.
  if ((bits & spanishCommon) !== 0 && (bits & isUsualName) === 0) return false;
  return (bits & isName) !== 0 || ((bits & place) === 0 && form.length > 2);
}
