import { type Word, wordsOf } from '../detect/ner/index.ts';
import { functionWords, furtherFunctionWords } from '../detect/vocabulary/words.ts';
import type { Shadow } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import { nameForm } from './name-forms.ts';
import type { NameWord, NearWord, RosterIndex } from './roster-index.ts';
import { fullFormsOf } from './short-forms.ts';
import type { WordClass } from './word-classes.ts';

/** A word of a text, and the names that it may be. */
export interface NameToken extends Word {
  readonly lower: string;
  readonly isWord: boolean;
  readonly wordClass: WordClass;
  /** True where the text says it letter by letter. */
  readonly isSpelled: boolean;
  /** True of a capital that no beginning of a sentence explains, in a text that has small letters too. */
  readonly hasCapital: boolean;
  /** True of a word in small letters where the text uses capitals. */
  readonly isLower: boolean;
  /** True of a short word in capitals, such as `VIN`, where the text has small letters too. */
  readonly isCode: boolean;
  /** True in a text that holds everyday words of Spanish, of whose other words the lexicon knows few. */
  readonly isSpanish: boolean;
  /** Names with this form, or of which it is a short form. */
  readonly exact: () => readonly NameWord[];
  /** Names that recognition may have heard as this word; none for an everyday word. */
  readonly near: () => readonly NearWord[];
  /** Those of a word with ñ that the lexicon, which has n for ñ, takes for a rare word: "tuño" is no "tuno". */
  readonly nearOfRare: () => readonly NearWord[];
}

/** The words of one form of a text: as written, or as its shadow reads. */
export function nameTokensOf(
  text: string,
  { starts, ends }: Pick<Shadow, 'starts' | 'ends'>,
  index: RosterIndex,
): readonly NameToken[] {
  const words = wordsOf(text);
  const isSpanish = words.some(({ text: said }) => isSpanishJoint(said));
  const isCased = /\p{Lu}\p{Ll}/u.test(text);
  return words.map((word, at) => {
    const { text: said, start, end } = word;
    const isWord = /^\p{L}/u.test(said);
    const isSpelled = said.length > 2 && isLetterByLetter(start, end, starts, ends);
    const capital = /^\p{Lu}/u.test(said);
    const form = isWord ? nameForm(said) : '';
    const wordClass = isWord ? index.words.classOf(said) : 'joint';
    const isOpen = wordClass === 'name' || wordClass === 'unknown' || isSpelled;
    return {
      ...word,
      lower: isWord ? said.toLowerCase() : said,
      isWord,
      wordClass,
      isSpelled,
      hasCapital: isCased && capital && /\p{Ll}/u.test(said) && !beginsSentence(words, at),
      isLower: isCased && !capital,
      isCode: isCased && said.length < 5 && said.length > 1 && said === said.toUpperCase(),
      isSpanish,
      exact: once(() => (form.length > 1 ? exactWords(form, index) : [])),
      near: once(() => (isOpen && form.length > 3 ? index.wordsNear(form) : [])),
      nearOfRare: once(() =>
        !isOpen && /ñ/i.test(said) && index.words.isRareWord(said) ? index.wordsNear(form) : [],
      ),
    };
  });
}

/** Two letters may be English. */
const isSpanishJoint = (word: string): boolean =>
  word.length > 2 &&
  furtherFunctionWords.has(word.toLowerCase()) &&
  !functionWords.has(word.toLowerCase());

/** A phrase that the shadow puts into English stands for the same characters with all of its letters. */
function isLetterByLetter(
  start: number,
  end: number,
  starts: Uint32Array,
  ends: Uint32Array,
): boolean {
  const [first, last] = [itemAt(starts, start), itemAt(starts, end - 1)];
  return last > first && itemAt(ends, end - 1) - first >= 2 * (end - start) - 1;
}

function beginsSentence(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  return before === undefined || /^[.!?:"“¿¡\n-]$/.test(before.text);
}

function exactWords(form: string, index: RosterIndex): readonly NameWord[] {
  const forms = [form, ...fullFormsOf(form)];
  return forms.map((one) => index.wordOf(one)).filter((word) => word !== undefined);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
