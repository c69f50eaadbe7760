import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { usualLanguages } from '../../normalize/languages/covered.ts';
import { commonWords } from '../language/common-words.ts';
import { letterWord, monthWord, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, furtherFunctionWords } from '../vocabulary/words.ts';
import { type Lexicon, lexiconBits } from './lexicon.ts';

/** Whether most people know a word in lower case, and no list has it as a name of a person or place. */
export type IsEverydayWord = (word: string) => boolean;

const { common, spanishCommon, firstName, surname, place, proper } = lexiconBits;

/** The everyday words of a lexicon, sorted, one to a line. */
export function everydayWordsOf(lexicon: Lexicon): string {
  let words = '\n';
  for (const [form, bits] of lexicon) {
    const isKnown = (bits & (common | spanishCommon)) !== 0;
    const isName = (bits & (firstName | surname | place | proper)) !== 0;
    if (isKnown && !isName) words += `${form}\n`;
  }
  return words;
}

/** Looks words up in such lines, which stay as they are: 60,000 of them as a `Set` would take four megabytes. */
export function everydayWordReader(lines: string): IsEverydayWord {
  return (word) => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const from = lines.lastIndexOf('\n', middle) + 1;
      const end = lines.indexOf('\n', from);
      const other = lines.slice(from, end);
      if (other === word) return true;
      if (other < word) low = end;
      else high = from - 1;
    }
    return false;
  };
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** What is neither word nor the punctuation of a sentence. */
const unusual = /[^\p{L}\p{M}\p{N}\s.,!?¡¿'’:;()–—-]/u;
/** Words of addresses that are everyday words too. */
const ofAddress =
  /^(?:streets?|st|avenues?|ave|roads?|rd|lanes?|drive|dr|boulevard|blvd|court|circle|terrace|highway|route|parkway|apartment|apt|suite|calle|avenida|carretera|colonia|apartado)$/;
/** A first name too: "anything else", "what else". */
const beforeElse = /(?:thing|one|body|where|what|who|how) $/i;
const oneLetter = /^[aiy]$/;
const digit = /\p{N}/u;
/** Words that join every sentence, and name somebody where one begins with them. */
const alsoName =
  /^(?:will|bill|long|day|little|good|small|hand|house|monday|friday|sunday|domingo|claro|perfecto)$/;
const longest = 4_000;

/**
 * The values that the call knows in an assistant's text that says nothing besides but everyday words: the model has no
 * name, address or number to find in it. Undefined for any other text. A provider's model that invents a name writes
 * a capital, a word of the lists of names, or one that no dictionary has; each of them, a digit, a number word besides another
 * number, a month or a spelling outside of a known value makes it another text.
 */
export function valuesInEverydayText(
  text: string,
  known: () => readonly Detection[],
  isEverydayWord: IsEverydayWord,
): readonly Detection[] | undefined {
  if (text.length > longest || unusual.test(text)) return undefined;
  const words = allMatches(text, word).filter(({ index, 0: said }) => !isPlain(text, index, said));
  if (words.length === 0) return [];
  const numbers = words.filter(({ 0: said }) => numberWord.test(said));
  const isOneOfSeveral = numbers.length > 1 || digit.test(text);
  const strange = words.filter(
    (one) =>
      (isOneOfSeveral && numbers.includes(one)) ||
      !isOrdinary(text, one.index, one[0], isEverydayWord),
  );
  if (strange.length === 0) return [];
  const values = known();
  const isKnown = ({ index, 0: said }: RegExpExecArray): boolean =>
    values.some(({ start, end }) => start <= index && end >= index + said.length);
  return strange.every(isKnown) ? values : undefined;
}

/** Whether one of the words that join every sentence stands here as such. */
const isPlain = (text: string, at: number, said: string): boolean =>
  plainWords.has(said) || (plainWords.has(formOf(said)) && isWrittenAsWord(text, at, said));

function isOrdinary(
  text: string,
  at: number,
  said: string,
  isEverydayWord: IsEverydayWord,
): boolean {
  const form = formOf(said);
  if (form.length === 1 || !isWrittenAsWord(text, at, said) || isSpecial(form)) return false;
  if (form === 'else') return beforeElse.test(text.slice(Math.max(0, at - 8), at));
  return numberWord.test(form) || (!letterWord.test(form) && isEverydayWord(form));
}

const formOf = (said: string): string => said.toLowerCase().replaceAll('’', "'");

/** Of a date or an address. */
const isSpecial = (form: string): boolean =>
  ofAddress.test(form) || (monthWord.test(form) && form !== 'may');

/** In small letters, or with the capital of a sentence. */
const isWrittenAsWord = (text: string, at: number, said: string): boolean =>
  said === said.toLowerCase() || isCapitalOfSentence(text, at, said, formOf(said));

/** Whether the capital of a word is that of "I" or of a sentence, and the word no name. */
function isCapitalOfSentence(text: string, at: number, said: string, form: string): boolean {
  if (/^I(?:['’]\p{Ll}+)?$/u.test(said)) return true;
  if (text.startsWith('May I ', at)) return startsSentence(text, at);
  const isName = alsoName.test(form) || monthWord.test(form);
  return !isName && /^\p{Lu}[^\p{Lu}]*$/u.test(said) && startsSentence(text, at);
}

function startsSentence(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && /[\s¡¿]/.test(text.charAt(before - 1))) before -= 1;
  return before === 0 || (before < at && /[.?!]/.test(text.charAt(before - 1)));
}

const plainWords: ReadonlySet<string> = new Set(
  usualLanguages
    .flatMap((tag) => commonWords[tag]?.words.trim().split(/\s+/) ?? [])
    .concat([...functionWords, ...furtherFunctionWords])
    .filter((form) => form.length > 1 || oneLetter.test(form))
    .filter((form) => !numberWord.test(form) && !isSpecial(form)),
);
