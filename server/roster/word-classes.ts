import { lexiconBits, wordForm } from '../detect/ner/index.ts';
import { isBrand } from '../detect/vocabulary/brands.ts';
import { functionWords, furtherFunctionWords } from '../detect/vocabulary/words.ts';
import { months } from '../domain/months.ts';
import { hashOf, hashTable } from './hash-table.ts';
import { particles } from './name-forms.ts';

/**
 * What a word is where it names nobody: one that joins a sentence together, an everyday word, a usual name that
 * is a word of Spanish or a rare one of English too, a place or famous name, only ever a name, or in no list.
 */
export type WordClass = 'joint' | 'ordinary' | 'ambiguous' | 'proper' | 'name' | 'unknown';

/** Months, weekdays and feasts have capitals whatever they mean. */
export const isOfCalendar = (form: string): boolean =>
  months.includes(form) || weekday.test(form) || feasts.has(form);
const feasts = new Set(['easter', 'navidad', 'pascua']);

/** Tells the class of a word, whatever its case. */
export interface WordClasses {
  readonly classOf: (word: string) => WordClass;
  /** Whether it is among the first names or surnames that are usual where English or Spanish is spoken. */
  readonly isUsualName: (word: string) => boolean;
  /** Whether it is among the first names that are usual where English or Spanish is spoken. */
  readonly isUsualFirstName: (word: string) => boolean;
  /** Whether it is a word that few people know, and no usual name: "tuno". */
  readonly isRareWord: (word: string) => boolean;
  readonly bytes: number;
}

const { firstName, surname, place, proper, word, common, spanishWord, spanishCommon } = lexiconBits;
const { usualFirstName, usualSurname } = lexiconBits;
const usual = usualFirstName | usualSurname;
const name = firstName | surname;

const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
/** "they're", "don't". */
const contracted = /'(?:re|ll|ve|d|m|t|all)$/;
/** Words that callers use every day and that the lexicon knows as names alone: of a card's expiry, of a no. */
const everyday = new Set('vence nel hache niner tel fax'.split(' '));
/** How people address each other, and what they say in between. */
const asides = new Set(
  'mija mijo mijita mijito porfa porfis okey okay ah eh ay mio mia tuyo suyo doctor doctora nurse espanol ingles spanish english'.split(
    ' ',
  ),
);
const isJoint = (form: string): boolean =>
  contracted.test(form) ||
  asides.has(form) ||
  functionWords.has(form) ||
  furtherFunctionWords.has(form) ||
  particles.has(form);

function classOfBits(bits: number): WordClass {
  const is = (marks: number): boolean => (bits & marks) !== 0;
  if (is(common | spanishCommon)) return 'ordinary';
  if (is(word | spanishWord)) return is(usualFirstName) ? 'ambiguous' : 'ordinary';
  if (is(place | proper) && !is(usual)) return 'proper';
  return is(name) ? 'name' : 'unknown';
}

/**
 * The lexicon of the model in typed arrays: a tenth of the memory that it takes as texts. `text` has lines of a
 * word form, a blank and its bits. A step is a thousand lines.
 */
export function* compactLexicon(text: string): Generator<undefined, WordClasses> {
  const bitsByForm = hashTable();
  let from = 0;
  for (let line = 1; from < text.length; line += 1) {
    const end = text.indexOf('\n', from);
    const blank = text.indexOf(' ', from);
    const to = end < 0 ? text.length : end;
    bitsByForm.add(hashOf(text.slice(from, blank)), Number(text.slice(blank + 1, to)));
    from = to + 1;
    if (line % 1000 === 0) yield;
  }
  const bitsOf = (form: string): number => bitsByForm.get(hashOf(form), 1)[0] ?? 0;
  return {
    classOf: (said) => {
      const form = wordForm(said);
      if (isJoint(form)) return 'joint';
      if (isOfCalendar(form)) return 'ordinary';
      if (isBrand(form) || everyday.has(form)) return 'ordinary';
      return classOfBits(bitsOf(form));
    },
    isUsualName: (said) => (bitsOf(wordForm(said)) & usual) !== 0,
    isRareWord: (said) => {
      const bits = bitsOf(wordForm(said));
      return (bits & (word | spanishWord)) !== 0 && (bits & (common | spanishCommon | usual)) === 0;
    },
    isUsualFirstName: (said) => (bitsOf(wordForm(said)) & usualFirstName) !== 0,
    bytes: bitsByForm.bytes(),
  };
}
