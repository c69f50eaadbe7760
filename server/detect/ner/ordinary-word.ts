import type { Span } from '../../domain/detection.ts';
import { languages } from '../../normalize/languages/covered.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';
import { type Around, isInPhrase } from '../vocabulary/ordinary-phrases.ts';
import { isFunctionWord, neverName } from '../vocabulary/value-words.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { wordForm } from './word-features.ts';

const {
  word: dictionary,
  spanishWord,
  firstName,
  surname,
  place,
  proper,
  common,
  spanishCommon,
  usualFirstName,
  usualSurname,
} = lexiconBits;

/** "qué consuelo", "ay qué linda": what somebody exclaims. */
const exclaimed = languages.flatMap(({ nameSentences }) => nameSentences?.exclaimed ?? []);
/** "m like mary": the example of a letter. */
const exampleOf =
  /(?<!\b(?:vitamin|hepatitis|plan|part|type|group|room|unit) )(?<![\p{L}\p{N}'’])(?<letter>\p{L}) (?:like|as in|for|de|como) $/u;
/** Behind these even an ordinary word is a name: "doctor love", "this is peaches". */
const introduced = new RegExp(
  `(?<!\\p{L})(?:${inLanguages(
    "doctor|dr\\.?|mister|mr\\.?|miss|ms\\.?|missus|mrs\\.?|this is|name is|name's|named|(?:calls?|called) (?:me|him|her)|goes by",
    ({ nameSentences }) => nameSentences?.introduced,
  )}) $`,
  'iu',
);
const reach = 16;

/** From this score the model is believed against the lexicon, in the order of the rules below. */
const sureOfWord = 0.97;
const sureOfRareName = 0.6;
const sureOfListedWord = 0.7;

/**
 * Whether a hit of the model for NAME, a single word in lower case, is an ordinary word: one that everybody knows and
 * no list of names has ("enrolled", "advice"), or a name that its sentence uses as a word.
 */
export function isOrdinaryWord(
  text: string,
  [start, end]: Span,
  score: number,
  lexicon: Lexicon,
): boolean {
  const said = text.slice(start, end);
  if (isOrdinaryPhrase(said, score, lexicon)) return true;
  if (!/^\p{L}\p{Ll}+$/u.test(said)) return false;
  const word = said.toLowerCase();
  const lead = text.slice(Math.max(0, start - reach), start).toLowerCase();
  const bits = bitsOf(lexicon, wordForm(word));
  const trail = text.slice(end, end + reach);
  if (exampleOf.exec(lead)?.groups?.['letter'] === word.charAt(0)) return true;
  if (isNobody(word, bits, { lead, trail })) return true;
  if (score >= sureOfWord) return false;
  const isWord = (isCommon(bits) && (bits & isListed) === 0) || isUnlikely(bits, score);
  return word === said && isWord && !introduced.test(lead);
}

/** "mojando pañales", "lunch with the": words of which none is in a list of names. */
function isOrdinaryPhrase(said: string, score: number, lexicon: Lexicon): boolean {
  const words = said.split(' ');
  if (words.length < 2 || words.every(isFunctionWord) || score >= sureOfWord) return false;
  return words.every((word) => {
    const bits = bitsOf(lexicon, wordForm(word));
    const isWord =
      isFunctionWord(word) || neverName.test(word) || (isCommon(bits) && (bits & isListed) === 0);
    return isWord && /^\p{Ll}+$/u.test(word);
  });
}

const isListed = firstName | surname;
const isCommon = (bits: number): boolean => (bits & (common | spanishCommon)) !== 0;

/** Whether a word in lower case is hardly a name, judging by the lists and the score. */
const isUnlikely = (bits: number, score: number): boolean =>
  (isRareWord(bits) && score < sureOfListedWord) ||
  (isCommon(bits) && (bits & (usualFirstName | usualSurname)) === 0 && score < sureOfRareName);

/** In a dictionary, and in no list of names or places. */
const isRareWord = (bits: number): boolean =>
  (bits & (dictionary | spanishWord)) !== 0 &&
  (bits & (firstName | surname | place | proper)) === 0;

/** Whether no score makes a word a name in its sentence. */
const isNobody = (word: string, bits: number, around: Around): boolean =>
  ((bits & (dictionary | spanishWord)) !== 0 && exclaimed.some((one) => one.test(around.lead))) ||
  isInPhrase(word, around);
