import { allMatches } from '../../domain/all-matches.ts';
import { isAmongSums, isAmount } from '../vocabulary/amounts.ts';
import { isBrand } from '../vocabulary/brands.ts';
import { hesitations } from '../vocabulary/fillers.ts';
import { isKin, isSpelledAbbreviation } from '../vocabulary/kin.ts';
import {
  isFunctionWord,
  letterWord,
  monthWord,
  neverName,
  numberWord,
} from '../vocabulary/value-words.ts';
import type { NerKind } from './labels.ts';

/** Least digits, number words and single letters that a value of a kind has. */
const leastUnits: Partial<Record<NerKind, number>> = { PHONE: 4, MRN: 3, ACCOUNT: 3 };
const leastOfPostcode = 5;
/** Amounts are said with these; codes are said digit by digit or in pairs. */
const magnitude = /^(?:hundred|thousand|million|billion|mil|mill[oó]n|millones)$/i;
/** "sixteens", "the eighties": a size or a decade, no part of a number read out. */
const plural = /^(?:\p{L}{3,6}teens|\p{L}{3,5}ties|tens|elevens|twelves|hundreds|thousands)$/iu;
/** How the parts of a code are set apart. */
const joiner =
  /^(?:dash|hyphen|slash|dot|point|underscore|space|period|punto|gui[oó]n|raya|bajo|abajo|arroba|com|not|o|y)$/i;
const pause = new RegExp(`^(?:${hesitations})$`, 'i');

/**
 * The veto over the model: whether a text can be a value of the kind, judging by its digits, number
 * words and spelled letters. Real values always pass. An address needs a word that is no number and
 * no unit, or it is a postcode.
 */
export function isPlausible(kind: NerKind, text: string): boolean {
  const words = text.match(/\p{L}+|\p{N}+/gu) ?? [];
  const isNumeric = (word: string): boolean => /^\p{N}/u.test(word) || numberWord.test(word);
  if (
    kind !== 'NAME' &&
    kind !== 'LOC' &&
    kind !== 'ADDRESS' &&
    words.some((word) => plural.test(word))
  )
    return false;
  switch (kind) {
    case 'NAME':
    case 'LOC':
      return words.some(
        (word) => /^\p{L}/u.test(word) && !numberWord.test(word) && !neverName.test(word),
      );
    case 'DOB':
      return words.some((word) => isNumeric(word) || monthWord.test(word)) && !words.some(isSign);
    case 'EMAIL':
      return words.some((word) => word.length !== 2 && !joiner.test(word));
    case 'ADDRESS':
      return words.some((word) => !isNumeric(word) && namesSomething(word)) || isPostcode(words);
    default: {
      const least = leastUnits[kind];
      return least === undefined || (words.some(isNumeric) && unitsOf(words) >= least);
    }
  }
}

const counted =
  '(?:one|two|double|doble|dos) (?:\\p{L}|ere|erre|ese|ele|ene|eme|ce|te|efe|pe)(?![\\p{L}])';
/** How often a word has a letter, which is no part of an address: "is that one r and two t's", "con doble ere". */
const letterCount = new RegExp(
  `(?<!\\p{L})(?:(?:with|con) ${counted}(?: (?:and|y) ${counted}){0,3}|${counted}(?: (?:and )?${counted}){0,3}['’]s)(?!\\p{L})`,
  'giu',
);

/** Whether what looks like a part of an e-mail address only counts a letter. */
export const isLetterCount = (text: string, start: number, end: number): boolean =>
  allMatches(text, letterCount).some(
    ({ index, 0: said }) => start >= index && end <= index + said.length,
  );

/** A letter that stands alone in a code, and in no date. */
const isSign = (word: string): boolean => /^[b-hj-nqrtvwxz]$/i.test(word);

/** What notes have in place of a name that was taken out: "Doctor X Y Z", "Miss ABC", "Mister X". */
const placeholder = /^(?:X[ .]?Y[ .]?Z|A[ .]?B[ .]?C|X)\.?$/;

/**
 * What the model takes for a name and everybody shares: a brand, a word for a relative, an abbreviation that is spelled, letters
 * in place of a name.
 */
export const isNoName = (text: string, isTitled = false): boolean =>
  (isBrand(text) && !isTitled) ||
  isKin(text) ||
  isSpelledAbbreviation(text) ||
  placeholder.test(text);

function namesSomething(word: string): boolean {
  const isUnit = isAmount(` ${word.toLowerCase()}`, 0);
  return word.length > 1 && !isUnit && !joiner.test(word) && !isFunctionWord(word.toLowerCase());
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

const yearBehindArticle =
  /(?<![\p{L}\p{N}'’])(?:an?|una?) (?<year>(?:19|20)\d\d|nineteen|twenty|two thousand|mil novecientos|dos mil)(?![\p{L}\p{N}])/dgiu;
const nextWord = / (?<word>\p{L}+)/uy;
const born = /^(?:baby|babies|birth|beb[eé])$/iu;
/** With its article and the word behind it, in UTF-16 code units. */
const longestYear = 64;
const inYear = /^(?:and|y)$/iu;

/** Whether what looks like a birth date is the year of something: "a 2019 corolla", "a two thousand one film". */
export function isYearOfThing(text: string, start: number, end: number): boolean {
  const offset = Math.max(0, start - longestYear);
  const near = text.slice(offset, end + longestYear);
  return allMatches(near, yearBehindArticle).some(({ indices }) => {
    const [from, afterFirst] = indices?.groups?.['year'] ?? [0, 0];
    nextWord.lastIndex = afterFirst;
    for (;;) {
      const to = nextWord.lastIndex;
      const word = nextWord.exec(near)?.groups?.['word'];
      if (word === undefined) return false;
      if (numberWord.test(word) || inYear.test(word)) continue;
      return start - offset >= from && end - offset <= to && !born.test(word);
    }
  });
}

const yearInWords = /^(?:nineteen|twenty) (?:oh |hundred )?\p{L}+(?: \p{L}+)?$/iu;
const sinceThen = /\b(?:since|from|until|till|back in|as of)(?: like| about| around)? $/i;

/** Whether what looks like a telephone number is the year since when something is so: "since nineteen seventy one". */
export const isYearSince = (text: string, start: number, end: number): boolean =>
  yearInWords.test(text.slice(start, end)) &&
  sinceThen.test(text.slice(Math.max(0, start - longestYear), start));

const pairWord =
  /^(?:(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)$/i;
const leastPairs = 3;
const counting = 'one two three four five six seven eight nine ten';

/** Whether what looks like a telephone number is prices said in pairs of digits, or somebody counting. */
export function isRowOfSums(text: string, start: number, end: number): boolean {
  const words =
    text
      .slice(start, end)
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? [];
  if (words.length > 5 && counting.startsWith(words.join(' '))) return true;
  const pairs = words.filter((word) => pairWord.test(word)).length;
  return pairs >= leastPairs && isAmongSums(text, start, end);
}
