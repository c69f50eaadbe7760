import { itemAt } from '../../domain/item-at.ts';
import { english } from './en.ts';
import { spanish } from './es/index.ts';
import type { Language, WordMeaning } from './language.ts';

/** The languages that are read, English first: where two give a word a meaning, the later one counts. */
const covered: readonly Language[] = [english, spanish];

/** What the words of a text can mean, in all languages that it is read in. */
export interface Vocabulary {
  readonly meanings: ReadonlyMap<string, WordMeaning>;
  /** Most words of a meaning that begins with this word; absent where that is one. */
  readonly longest: ReadonlyMap<string, number>;
  readonly spellingAlphabet: ReadonlySet<string>;
  /** Phrases to put into English, by their first word, longest first; undefined for English alone. */
  readonly phrases: PhrasesByWord | undefined;
  readonly links: ReadonlyMap<string, string>;
}

export interface Translation {
  readonly words: readonly string[];
  readonly english: string;
}

type PhrasesByWord = ReadonlyMap<string, readonly Translation[]>;

/** What leads to the example of a letter, in any covered language. */
export const exampleLeads = covered.flatMap((language) => language.exampleLeads);

/** What "de" and its like are in English, in any covered language. */
export const links: ReadonlyMap<string, string> = new Map(
  covered.flatMap((language) => Array.from(language.links)),
);

/** What digits are called in all covered languages, without words that mean one next to others only. */
export const digitWords: ReadonlyMap<string, number> = new Map(
  covered.flatMap(({ meanings }) =>
    Array.from(meanings).flatMap(([word, meaning]): [string, number][] =>
      meaning.is === 'digit' && meaning.weak !== true && word.length > 2
        ? [[word, meaning.value]]
        : [],
    ),
  ),
);

const vocabularies = new Map<string, Vocabulary>();

/** The languages with marks, and the words in which a mark of two words ends. */
const marked = covered
  .filter(({ marks }) => marks.size > 0)
  .map((language) => {
    const pairs = Array.from(language.marks).filter((mark) => mark.includes(' '));
    return { ...language, pairEnds: new Set(pairs.map((pair) => pair.split(' ')[1])) };
  });

/** A word in lower case, without accents. */
interface Said {
  readonly word: string;
}

/** The vocabulary to read a text with that has these words, and perhaps a sign of its own. One look-up per word and language. */
export function vocabularyOf(words: readonly Said[], sign?: string): Vocabulary {
  const foreign = marked.filter(
    (language) => (sign !== undefined && language.marks.has(sign)) || isMarked(words, language),
  );
  const key = foreign.map(({ code }) => code).join();
  const known = vocabularies.get(key);
  if (known !== undefined) return known;
  const made = joined([english, ...foreign]);
  vocabularies.set(key, made);
  return made;
}

function isMarked(words: readonly Said[], { marks, pairEnds }: (typeof marked)[number]): boolean {
  let before = '';
  for (const { word } of words) {
    if (marks.has(word) || (pairEnds.has(word) && marks.has(`${before} ${word}`))) return true;
    before = word;
  }
  return false;
}

function joined(languages: readonly Language[]): Vocabulary {
  const meanings = new Map(languages.flatMap((language) => Array.from(language.meanings)));
  const longest = new Map<string, number>();
  for (const words of Array.from(meanings.keys(), (key) => key.split(' '))) {
    const [first = ''] = words;
    if (words.length > (longest.get(first) ?? 1)) longest.set(first, words.length);
  }
  const phrases = languages.flatMap((language) => Array.from(language.phrases));
  return {
    meanings,
    longest,
    spellingAlphabet: new Set(
      languages.flatMap(({ spellingAlphabet }) => Array.from(spellingAlphabet)),
    ),
    phrases: phrases.length === 0 ? undefined : byFirstWord(phrases),
    links: new Map(languages.flatMap((language) => Array.from(language.links))),
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
