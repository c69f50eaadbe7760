import { isSpelledAbbreviation } from '../vocabulary/abbreviations.ts';
import { isAmount } from '../vocabulary/amounts.ts';
import { isBrand } from '../vocabulary/brands.ts';
import { hesitations } from '../vocabulary/fillers.ts';
import {
  isFunctionWord,
  letterWord,
  magnitude,
  monthWord,
  neverName,
  numberWord,
  signWord,
} from '../vocabulary/value-words.ts';
import type { NerKind } from './labels.ts';

/** Least digits, number words and single letters that a value of a kind has. */
const leastUnits: Partial<Record<NerKind, number>> = { PHONE: 4, MRN: 3, ACCOUNT: 3 };
const leastOfPostcode = 5;
const pause = new RegExp(`^(?:${hesitations})$`, 'i');

/**
 * The veto over the model: whether a text can be a value of the kind, judging by its digits, number
 * words and spelled letters. Real values always pass. An address needs a word that is no number and
 * no unit, or it is a postcode.
 */
export function isPlausible(kind: NerKind, text: string): boolean {
  const words = text.match(/\p{L}+|\p{N}+/gu) ?? [];
  const isNumeric = (word: string): boolean => /^\p{N}/u.test(word) || numberWord.test(word);
  switch (kind) {
    case 'NAME':
    case 'LOC':
    case 'ORG':
      return words.some(
        (word) => /^\p{L}/u.test(word) && !numberWord.test(word) && !neverName.test(word),
      );
    case 'DOB':
    case 'DATE':
      return words.some((word) => isNumeric(word) || monthWord.test(word)) && !words.some(isSign);
    case 'EMAIL':
      return words.some((word) => word.length !== 2 && !signWord.test(word));
    case 'ADDRESS':
      return words.some((word) => !isNumeric(word) && namesSomething(word)) || isPostcode(words);
    default: {
      const least = leastUnits[kind];
      return least === undefined || (words.some(isNumeric) && unitsOf(words) >= least);
    }
  }
}

/** A letter that stands alone in a code, and in no date. */
const isSign = (word: string): boolean => /^[b-hj-nqrtvwxz]$/i.test(word);

/**
 * What the model takes for a name and everybody shares: a brand, an abbreviation that is spelled.
 */
export const isNoName = (text: string, isTitled = false): boolean =>
  (isBrand(text) && !isTitled) || isSpelledAbbreviation(text);

function namesSomething(word: string): boolean {
  const isUnit = isAmount(` ${word.toLowerCase()}`, 0);
  return word.length > 1 && !isUnit && !signWord.test(word) && !isFunctionWord(word.toLowerCase());
}

function isPostcode(words: readonly string[]): boolean {
  const said = words.filter((word) => !pause.test(word));
  const isCode = said.every(
    (word) =>
      word.length === 1 || /^\p{N}/u.test(word) || (numberWord.test(word) && !magnitude.test(word)),
  );
  return isCode && unitsOf(said) >= leastOfPostcode;
}

/** Every digit counts, every number word, and every letter that stands alone or is said by its name. */
function unitsOf(words: readonly string[]): number {
  return words.reduce((sum, word) => {
    if (/^\p{N}/u.test(word)) return sum + word.length;
    return sum + Number(word.length === 1 || numberWord.test(word) || letterWord.test(word));
  }, 0);
}
