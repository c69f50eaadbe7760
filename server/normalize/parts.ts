import { hexLikeWords, lexicon, spellingAlphabet } from './lexicon.ts';
import { isDayOfMonth, readNumber } from './numbers.ts';
import type { Token } from './tokens.ts';

/** One spoken element of a number or a spelling, read from `tokens[from..next)`. */
export interface Part {
  readonly kind: 'number' | 'letter' | 'symbol' | 'ordinal';
  readonly text: string;
  readonly from: number;
  readonly next: number;
  /** Means nothing without a neighbour ("oh", "o"). */
  readonly weak: boolean;
  /** Set off from the part before it by a comma or dots. */
  readonly pause: boolean;
}

type Reading = Omit<Part, 'pause' | 'from'>;

/** The part that begins at token `at`; `previous` is the part before it in the same run. */
export function readPart(
  tokens: readonly Token[],
  at: number,
  previous: Part | undefined,
): Reading | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const number = readNumber(tokens, at);
  if (number !== undefined) {
    if (number.kind === 'digits') return { ...number, kind: 'number' };
    if (number.weak && !isDayOfMonth(tokens, at)) return undefined;
    return { ...number, kind: 'ordinal', weak: false };
  }
  return (
    readLetter(tokens, at) ??
    readAlphabetWord(tokens, at, previous) ??
    readHexLetters(token, at, previous) ??
    readLeadingPlus(tokens, at, previous)
  );
}

function letters(text: string, next: number): Reading {
  return { kind: 'letter', text, next, weak: false };
}

const isLetter = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z]$/.test(word);

/** "s", "double s", "b as in boy", "b for bravo". */
function readLetter(tokens: readonly Token[], at: number): Reading | undefined {
  const word = tokens[at]?.word ?? '';
  const doubled = lexicon.get(word);
  const following = tokens[at + 1]?.word;
  if (doubled?.is === 'repeat' && isLetter(following)) {
    return letters(following.repeat(doubled.times), at + 2);
  }
  return isLetter(word) ? letters(word, at + 1 + exampleLength(tokens, at + 1, word)) : undefined;
}

/** How many tokens an example of the letter takes ("as in boy"); 0 when there is none. */
function exampleLength(tokens: readonly Token[], at: number, letter: string): number {
  for (const lead of [['as', 'in'], ['is', 'for'], ['for'], ['like']]) {
    if (!lead.every((word, offset) => tokens[at + offset]?.word === word)) continue;
    const example = tokens[at + lead.length]?.word ?? '';
    const plain = lead[0] === 'as' ? example.length > 1 : example.length > 2 && letter !== 'i';
    return plain && example.startsWith(letter) ? lead.length + 1 : 0;
  }
  return 0;
}

/** A word of the spelling alphabet, where another one or a letter stands beside it. */
function readAlphabetWord(
  tokens: readonly Token[],
  at: number,
  previous: Part | undefined,
): Reading | undefined {
  const word = tokens[at]?.word ?? '';
  if (!spellingAlphabet.has(word)) return undefined;
  const following = tokens[at + 1]?.word ?? '';
  const spelled =
    previous?.kind === 'letter' ||
    (tokens[at + 1]?.gap !== 'break' && spellingAlphabet.has(following));
  return spelled ? letters(word.charAt(0), at + 1) : undefined;
}

/** Letters that a recogniser wrote as one word inside a hexadecimal number ("seven ce nine ef"). */
function readHexLetters(token: Token, at: number, previous: Part | undefined): Reading | undefined {
  const inside = previous?.kind === 'number' || previous?.kind === 'letter';
  if (!inside || !/^[a-f]{2,4}$/.test(token.word) || hexLikeWords.has(token.word)) return undefined;
  return letters(token.word, at + 1);
}

function readLeadingPlus(
  tokens: readonly Token[],
  at: number,
  previous: Part | undefined,
): Reading | undefined {
  if (previous !== undefined || tokens[at]?.word !== 'plus') return undefined;
  const number = tokens[at + 1]?.gap === 'space' ? readNumber(tokens, at + 1) : undefined;
  return number?.kind === 'digits' && !number.weak
    ? { kind: 'symbol', text: '+', next: at + 1, weak: false }
    : undefined;
}

/** All parts said in one go from token `at`; empty when none begins there. */
export function readRun(tokens: readonly Token[], at: number): readonly Part[] {
  const first = readPart(tokens, at, undefined);
  if (first === undefined) return [];
  const parts: Part[] = [{ ...first, from: at, pause: false }];
  for (;;) {
    const last = parts[parts.length - 1] as Part;
    const next = last.kind === 'ordinal' ? undefined : nextPart(tokens, last);
    if (next === undefined) return parts;
    parts.push(next);
  }
}

/** The part after `previous`, perhaps behind hesitations, or the word that joins the two. */
function nextPart(tokens: readonly Token[], previous: Part): Part | undefined {
  const at = previous.next;
  const from = skipFillers(tokens, at);
  const gap = tokens[from]?.gap;
  const reading = gap === 'break' ? undefined : readPart(tokens, from, previous);
  if (reading === undefined) return readSymbol(tokens, at, previous);
  const spelling = previous.kind !== 'number' || reading.kind !== 'number';
  // "like" and "then" are nothing between digits, but words after a letter: "i like b twelve".
  if (spelling && from > at && /^(?:like|and|then)$/.test(tokens[at]?.word ?? '')) return undefined;
  const pause = gap === 'pause' || (from > at && tokens[at]?.gap === 'pause');
  return { ...reading, from, pause };
}

/** A joining word between two parts: "three dash eight". */
function readSymbol(tokens: readonly Token[], at: number, previous: Part): Part | undefined {
  const word = lexicon.get(tokens[at]?.word ?? '');
  if (word?.is !== 'symbol' || tokens[at]?.gap !== 'space') return undefined;
  // "colon colon" leaves out groups of an IPv6 address.
  const isTwice = previous.text === ':' && word.text === ':';
  if ((previous.kind === 'symbol' && !isTwice) || tokens[at + 1]?.gap !== 'space') return undefined;
  if (word.text === ':' && tokens[at + 1]?.word === 'colon' && !isTwice)
    return { kind: 'symbol', text: ':', from: at, next: at + 1, weak: false, pause: false };
  if (readPart(tokens, at + 1, previous) === undefined) return undefined;
  return { kind: 'symbol', text: word.text, from: at, next: at + 1, weak: false, pause: false };
}

const maxFillers = 3;

/** The token after up to three hesitations from token `at`. */
function skipFillers(tokens: readonly Token[], at: number): number {
  let position = at;
  for (let count = 0; count < maxFillers; count += 1) {
    if (tokens[position]?.gap === 'break') return at;
    const size = fillerSize(tokens, position);
    if (size === 0) break;
    position += size;
  }
  return position;
}

function fillerSize(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word ?? '';
  const next = tokens[at + 1]?.word;
  if ((word === 'you' && next === 'know') || (word === 'and' && next === 'then')) return 2;
  return lexicon.get(word)?.is === 'filler' ? 1 : 0;
}
