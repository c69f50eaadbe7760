import { allMatches } from '../../domain/all-matches.ts';
import type { CommonWords } from '../../normalize/languages/language.ts';
import { commonWords } from './common-words.ts';

/** A piece of a text that may name or identify somebody, by what it is made of. */
export interface UnknownPiece {
  readonly kind: 'name' | 'number' | 'email' | 'url';
  readonly start: number;
  readonly end: number;
}

/** A word with the marks inside of it: `o'neil`, `12.05.1958`, `ana@example.com`, `praxis.example/termin`. */
const token = /[\p{L}\p{M}\p{N}]+(?:['’.,@_:/+-]+[\p{L}\p{M}\p{N}]+)*/gu;
const webAddress = /:\/\/|_|\p{L}[./]\p{L}/u;
/** What may stand between two parts of a number. */
const numberGap = /^[\s.,/()+-]{0,3}$/;
const nameGap = /^[\s'’-]{0,2}$/u;

/**
 * Everything in a text of another language that could be a name, a number or an address: all words but its
 * everyday ones, numbers from three digits or two words on, e-mail and web addresses. Speech recognition
 * writes small letters, so capitals decide nothing. Sorted, without overlap.
 */
export function unknownPieces(text: string, language: string): readonly UnknownPiece[] {
  const vocabulary = vocabularies.get(language) ?? unknown;
  const words = wordsOf(text);
  const runs: { first: Piece; last: Piece; isTelling: boolean }[] = [];
  for (const [index, word] of words.entries()) {
    const around = [words[index - 1]?.text, words[index + 1]?.text];
    const piece = { ...word, kind: kindOf(word.text, vocabulary, around) };
    const run = runs.at(-1);
    if (run !== undefined && goesOn(text, run.last, piece)) {
      run.last = piece;
      run.isTelling = true;
    } else runs.push({ first: piece, last: piece, isTelling: !isCount(piece) });
  }
  return runs.flatMap(({ first: { kind, start }, last: { end }, isTelling }) =>
    kind === 'common' || !isTelling ? [] : [{ kind, start, end }],
  );
}

/** A number that identifies nobody: one word, or one or two digits. */
function isCount({ kind, text }: Piece): boolean {
  return kind === 'number' && (/^\p{Nd}{1,2}$/u.test(text) || !/\p{Nd}/u.test(text));
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Piece extends Word {
  readonly kind: UnknownPiece['kind'] | 'common';
}

/** Scripts that write no blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function wordsOf(text: string): readonly Word[] {
  return allMatches(text, token).flatMap(({ 0: found, index }) =>
    unspaced.test(found)
      ? Array.from(segmenter.segment(found), ({ segment, index: at }) =>
          wordAt(segment, index + at),
        )
      : [wordAt(found, index)],
  );
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const wordAt = (text: string, start: number): Word => ({ text, start, end: start + text.length });

interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

const split = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');

/** English words too, because callers mix them in; the shortest are names elsewhere (an, do, van). */
const longEnglish = split((commonWords['en'] as CommonWords).words).filter(
  (word) => word.length > 3,
);

const unknown: Vocabulary = { words: new Set(longEnglish), numbers: new Set() };
const vocabularies: ReadonlyMap<string, Vocabulary> = new Map(
  Object.entries(commonWords).map(([tag, { words, numbers }]) => [
    tag,
    { words: new Set([...split(words), ...longEnglish]), numbers: new Set(split(numbers)) },
  ]),
);

function kindOf(
  text: string,
  { words, numbers }: Vocabulary,
  neighbours: readonly (string | undefined)[],
): Piece['kind'] {
  if (text.includes('@')) return 'email';
  if (webAddress.test(text)) return 'url';
  if (/\p{N}/u.test(text)) return 'number';
  const word = text.toLowerCase().replaceAll('’', "'");
  if (everyPart(word, numbers)) return 'number';
  if (isLetter(word) && neighbours.some((other) => other !== undefined && isLetter(other)))
    return 'name';
  return words.has(word) || (word.includes('-') && everyPart(word, words)) ? 'common' : 'name';
}

/** Whether a word is of a list, or all its parts are: syllables of compounds, signs of a Chinese number. */
function everyPart(word: string, known: ReadonlySet<string>): boolean {
  const parts = unspaced.test(word) ? Array.from(word) : word.split('-');
  return known.has(word) || (parts.length > 1 && parts.every((part) => known.has(part)));
}

/** A letter on its own, as in a spelled name. */
const isLetter = (text: string): boolean =>
  text.length === 1 && text.toLowerCase() !== text.toUpperCase();

function goesOn(text: string, last: Piece, next: Piece): boolean {
  if (last.kind !== next.kind) return false;
  const gap = text.slice(last.end, next.start);
  if (last.kind === 'number') return numberGap.test(gap);
  return last.kind === 'name' && nameGap.test(gap);
}
