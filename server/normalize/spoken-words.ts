import { allMatches } from '../domain/all-matches.ts';
import { itemAt } from '../domain/item-at.ts';
import { dictatedDigits, splitDigits } from './dictated-digits.ts';
import { type Reader, type Vocabulary, vocabularyOf, type WordFacts } from './languages/covered.ts';
import { type WordMeaning, withoutAccents } from './languages/language.ts';
import { withoutDrawl } from './mistyped-digits.ts';

/** A word or a row of digits in a text; `gap` is how it is set off from the word before it. */
export interface SpokenWord extends WordFacts {
  readonly start: number;
  readonly end: number;
  /** Lower-case form without accents; of a meaning in several words all of them, divided by one blank. */
  readonly word: string;
  readonly gap: WordGap;
}

/**
 * `space`: blanks on one line; `hyphen`: a single hyphen; `pause`: a comma or dots of hesitation;
 * `break`: anything else, such as the end of a sentence or of a line.
 */
export type WordGap = 'space' | 'hyphen' | 'pause' | 'break';

/** The words of a text, and the vocabulary of the languages that they are of. */
export interface SpokenText {
  readonly words: readonly SpokenWord[];
  readonly vocabulary: Vocabulary;
}

const unknownWord: WordFacts = {
  meaning: undefined,
  link: undefined,
  leads: undefined,
  isAlphabet: false,
};

type Token = Pick<SpokenWord, 'start' | 'end' | 'word'>;

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;

/** The words of a text in order. Linear in its length. */
export function spokenTextOf(text: string, reader: Reader): SpokenText {
  const written = tokensOf(text);
  const vocabulary = vocabularyOf(reader, written, /[¿¡]/.exec(text)?.[0]);
  const tokens = written.flatMap((token) => splitDigits(token, vocabulary.meanings) ?? [token]);
  const words: SpokenWord[] = [];
  for (let at = 0, last = 0; at < tokens.length; ) {
    const compound = compoundAt(text, tokens, at, vocabulary);
    const { start, end, word } =
      compound?.token ?? withoutPossessive(itemAt(tokens, at), vocabulary);
    const facts = vocabulary.facts.get(word) ?? unknownWord;
    words.push({
      start,
      end,
      word,
      gap: gapOf(text, last, start),
      meaning: facts.meaning,
      link: facts.link,
      leads: facts.leads,
      isAlphabet: facts.isAlphabet,
    });
    last = end;
    at += compound?.size ?? 1;
  }
  return { words: dictatedDigits(words), vocabulary };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { index: start, 0: written } of allMatches(text, wordPattern)) {
    const word = withoutDrawl(withoutAccents(written.toLowerCase()));
    tokens.push({ start, end: start + written.length, word });
  }
  return tokens;
}

/** The tokens of a meaning in several words as one, and how many they are. */
function compoundAt(text: string, tokens: readonly Token[], at: number, vocabulary: Vocabulary) {
  const { meanings, longest } = vocabulary;
  const first = itemAt(tokens, at);
  for (let size = longest.get(first.word) ?? 1; size > 1; size -= 1) {
    const all = tokens.slice(at, at + size);
    const word = all.map((token) => token.word).join(' ');
    const meaning = meanings.get(word);
    if (meaning !== undefined && areOneGroup(text, tokens, at, { size, meaning })) {
      return { size, token: { ...first, word, end: all.at(-1)?.end ?? first.end } };
    }
  }
  return undefined;
}

/** Whether tokens are said as one. Hyphens join numbers, and the last one says where one ends: "quatre vingt-deux" is 4 and 22. */
function areOneGroup(
  text: string,
  tokens: readonly Token[],
  at: number,
  { size, meaning }: { readonly size: number; readonly meaning: WordMeaning },
): boolean {
  const isNumber = /^(?:teen|tens|hundreds)$/.test(meaning.is);
  const gapBehind = (index: number): WordGap =>
    gapOf(text, itemAt(tokens, index).end, tokens[index + 1]?.start ?? text.length + 99);
  const last = at + size - 1;
  for (let index = at; index < last; index += 1) {
    const gap = gapBehind(index);
    if (gap !== 'space' && !(isNumber && gap === 'hyphen')) return false;
  }
  return !isNumber || gapBehind(last) !== 'hyphen' || gapBehind(last - 1) === 'hyphen';
}

/** A number word without the "is" run on to it: "oh one four two's the house". */
function withoutPossessive(token: Token, { meanings }: Vocabulary): Token {
  const { word, end } = token;
  const isPossessive = word.endsWith("'s") || word.endsWith('’s');
  const stem = isPossessive ? word.slice(0, -2) : word;
  const meaning = isPossessive ? meanings.get(stem) : undefined;
  const isNumber = meaning !== undefined && meaning.is !== 'month' && meaning.is !== 'and';
  return isNumber ? { ...token, word: stem, end: end - 2 } : token;
}

function gapOf(text: string, from: number, to: number): WordGap {
  if (to - from === 1) {
    const char = text[from];
    if (char === ' ' || char === '\t') return 'space';
    return char === '-' || char === '\u2010' || char === '\u2011' ? 'hyphen' : 'break';
  }
  if (to - from > 12) return 'break';
  const gap = text.slice(from, to);
  if (/^[ \t]+$/.test(gap)) return 'space';
  return /^[ \t]*(?:,|\.\.\.?|\u2026|-|\u2013|\u2014)[ \t]+$/.test(gap) ? 'pause' : 'break';
}
