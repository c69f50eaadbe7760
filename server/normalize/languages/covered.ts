import { itemAt } from '../../domain/item-at.ts';
import { english } from './en.ts';
import { spanish } from './es/index.ts';
import { french } from './fr/index.ts';
import { type Language, type WordMeaning, withoutAccents } from './language.ts';

/** The languages that a policy may cover, English first: where two give a word a meaning, the later one counts. */
export const languages: readonly Language[] = [english, spanish, french];

/** All of them, for a value that stands without the policy under which it was said. */
export const allLanguages: readonly string[] = languages.map(({ code }) => code);

/** The languages that a policy covers unless it lists others. A text is read in these, whatever the policy lists. */
export const usualLanguages: readonly string[] = languages
  .filter(({ isUsual }) => isUsual)
  .map(({ code }) => code);

const furtherByCodes = new WeakMap<readonly string[], readonly Language[]>();

/** The languages with these codes that are not usual. */
export function furtherLanguages(codes: readonly string[]): readonly Language[] {
  const known =
    furtherByCodes.get(codes) ??
    languages.filter(({ code, isUsual }) => !isUsual && codes.includes(code));
  furtherByCodes.set(codes, known);
  return known;
}

/** What a word is in the languages of a text. */
export interface WordFacts {
  readonly meaning: WordMeaning | undefined;
  /** What it is in English between others, in any language that is read: "de" is "of". */
  readonly link: string | undefined;
  /** What it begins that leads to the example of a letter: "as in". */
  readonly leads: readonly (readonly string[])[] | undefined;
  /** Whether it stands for its first letter in a spelling. */
  readonly isAlphabet: boolean;
}

/** What the words of a text can mean, in all languages that it is read in. */
export interface Vocabulary {
  readonly meanings: ReadonlyMap<string, WordMeaning>;
  /** Most words of a meaning that begins with this word; absent where that is one. */
  readonly longest: ReadonlyMap<string, number>;
  /** Of each word that says something, what it is: one look-up per word. */
  readonly facts: ReadonlyMap<string, WordFacts>;
  /** Phrases to put into English, by their first word, longest first; undefined for English alone. */
  readonly phrases: PhrasesByWord | undefined;
  readonly links: ReadonlyMap<string, string>;
}

export interface Translation {
  readonly words: readonly string[];
  readonly english: string;
}

type PhrasesByWord = ReadonlyMap<string, readonly Translation[]>;

/** What the words of texts can be in the languages that a policy covers, and the usual ones. */
export interface Reader {
  /** What "de" and its like are in English. */
  readonly links: ReadonlyMap<string, string>;
  /** What leads to the example of a letter, by the first word. */
  readonly leads: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly marked: readonly MarkedLanguage[];
  /** By the languages of a text. */
  readonly vocabularies: Map<string, Vocabulary>;
}

/** A language with marks, and the words in which a mark of two words ends. */
interface MarkedLanguage extends Language {
  readonly pairEnds: ReadonlySet<string | undefined>;
}

const readers = new WeakMap<readonly string[], Reader>();

/** The reader of texts under a policy that covers languages with these codes. */
export function readerOf(codes: readonly string[]): Reader {
  const known = readers.get(codes) ?? newReader(codes);
  readers.set(codes, known);
  return known;
}

function newReader(codes: readonly string[]): Reader {
  const read = languages.filter(({ code, isUsual }) => isUsual || codes.includes(code));
  return {
    links: linksOf(read),
    leads: Map.groupBy(
      read.flatMap((language) => language.exampleLeads),
      (lead) => itemAt(lead, 0),
    ),
    marked: read.filter(({ marks }) => marks.size > 0).map(withPairEnds),
    vocabularies: new Map(),
  };
}

function withPairEnds(language: Language): MarkedLanguage {
  const pairs = Array.from(language.marks).filter((mark) => mark.includes(' '));
  return { ...language, pairEnds: new Set(pairs.map((pair) => pair.split(' ')[1])) };
}

const linksOf = (read: readonly Language[]): ReadonlyMap<string, string> =>
  new Map(read.flatMap((language) => Array.from(language.links)));

/** What digits are called in the usual languages, without words that mean one next to others only. */
export const digitWords: ReadonlyMap<string, number> = new Map(
  languages
    .filter(({ isUsual }) => isUsual)
    .flatMap(({ meanings }) =>
      Array.from(meanings).flatMap(([word, meaning]): [string, number][] =>
        meaning.is === 'digit' && meaning.weak !== true && word.length > 2
          ? [[word, meaning.value]]
          : [],
      ),
    ),
);

/** A word in lower case, without accents. */
interface Said {
  readonly word: string;
}

/** The vocabulary to read a text with that has these words, and perhaps a sign of its own. One look-up per word and language. */
export function vocabularyOf(reader: Reader, words: readonly Said[], sign?: string): Vocabulary {
  const { marked, vocabularies } = reader;
  const foreign = marked.filter(
    (language) => (sign !== undefined && language.marks.has(sign)) || isMarked(words, language),
  );
  const key = foreign.map(({ code }) => code).join();
  const known = vocabularies.get(key);
  if (known !== undefined) return known;
  const made = joined([english, ...foreign], reader);
  vocabularies.set(key, made);
  return made;
}

function isMarked(words: readonly Said[], { marks, pairEnds }: MarkedLanguage): boolean {
  let before = '';
  for (const { word } of words) {
    if (marks.has(word) || (pairEnds.has(word) && marks.has(`${before} ${word}`))) return true;
    before = word;
  }
  return false;
}

function joined(read: readonly Language[], { links, leads }: Reader): Vocabulary {
  const meanings = new Map(read.flatMap((language) => Array.from(language.meanings)));
  const longest = new Map<string, number>();
  for (const words of Array.from(meanings.keys(), (key) => key.split(' '))) {
    const [first = ''] = words;
    if (words.length > (longest.get(first) ?? 1)) longest.set(first, words.length);
  }
  const alphabet = new Set(read.flatMap((language) => Array.from(language.spellingAlphabet)));
  const words = [meanings, links, leads, alphabet].flatMap((some) => Array.from(some.keys()));
  const facts = new Map(
    words.map((word): [string, WordFacts] => [
      word,
      {
        meaning: meanings.get(word),
        link: links.get(word),
        leads: leads.get(word),
        isAlphabet: alphabet.has(word),
      },
    ]),
  );
  const phrases = read.flatMap((language) => Array.from(language.phrases));
  return {
    meanings,
    longest,
    facts,
    phrases: phrases.length === 0 ? undefined : byFirstWord(phrases),
    links: linksOf(read),
  };
}

function byFirstWord(phrases: readonly (readonly [string, string])[]): PhrasesByWord {
  const all = phrases.map(([phrase, english]): Translation => {
    return { words: phrase.split(' '), english };
  });
  const byWord = Map.groupBy(all, ({ words }) => itemAt(words, 0));
  for (const group of byWord.values()) group.sort((a, b) => b.words.length - a.words.length);
  return byWord;
}

const markWord = /[\p{L}\p{M}]+(?:['’]\p{L}+)?|[¿¡]/gu;

/** Whether a text has a mark of a language. */
export function isSaidIn(text: string, { marks }: Language): boolean {
  let before = '';
  for (const [written] of text.matchAll(markWord)) {
    const word = withoutAccents(written.toLowerCase());
    if (marks.has(word) || marks.has(`${before} ${word}`)) return true;
    before = word;
  }
  return false;
}
