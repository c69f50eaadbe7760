import { itemAt } from '../domain/item-at.ts';
import { englishOf, isDayOfMonth, readNumber } from './read-number.ts';
import type { SpokenWord } from './spoken-words.ts';

/** One spoken element of a number or a spelling, read from `words[from..next)`. */
export interface SpokenPart {
  readonly kind: 'number' | 'letter' | 'symbol' | 'ordinal';
  readonly text: string;
  readonly from: number;
  readonly next: number;
  /** Means nothing without a neighbour ("oh", "o"). */
  readonly weak: boolean;
  /** Set off from the part before it by a comma or dots. */
  readonly pause: boolean;
}

type Reading = Omit<SpokenPart, 'pause' | 'from'>;

/** The part that begins at word `at`; `previous` is the part before it in the same run. */
export function readPart(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  const spoken = words[at];
  if (spoken === undefined) return undefined;
  const number = readNumber(words, at);
  if (number !== undefined) {
    if (number.kind === 'digits') return { ...number, kind: 'number' };
    if (number.weak && !isDayOfMonth(words, at)) return undefined;
    return { ...number, kind: 'ordinal', weak: false };
  }
  return (
    readHeardDigit(words, at) ??
    readLetter(words, at, previous) ??
    readLoneExample(words, at, previous) ??
    readAlphabetWord(words, at, previous) ??
    readHexLetters(spoken, at, previous) ??
    readLeadingPlus(words, at, previous)
  );
}

function letters(text: string, next: number): Reading {
  return { kind: 'letter', text, next, weak: false };
}

/** The letter that a word stands for on its own; undefined for none, and for a weak one. */
function letterOf(word: SpokenWord | undefined): string | undefined {
  if (word === undefined || isWeakLetter(word)) return undefined;
  if (word.meaning?.is === 'letter') return word.meaning.text;
  return /^[a-zñ]$/.test(word.word) ? word.word : undefined;
}

/** Whether a word may be a letter, but is an everyday word as well: "de", "y". */
const isWeakLetter = ({ word, meaning }: SpokenWord): boolean =>
  meaning?.is === 'letter' ? meaning.weak === true : meaning?.is === 'and' && word.length === 1;

const weakLetterOf = ({ word, meaning }: SpokenWord): string =>
  meaning?.is === 'letter' ? meaning.text : word;

/** "s", "double s", "b as in boy", "b for bravo", "eme", "ve de vaca". */
function readLetter(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  const spoken = words[at];
  if (spoken === undefined) return undefined;
  const following = letterOf(words[at + 1]);
  if (spoken.meaning?.is === 'repeat' && following !== undefined) {
    return letters(following.repeat(spoken.meaning.times), at + 2);
  }
  const isWeak = isWeakLetter(spoken);
  const letter = isWeak ? weakLetterOf(spoken) : letterOf(spoken);
  if (letter === undefined) return undefined;
  const example = exampleLength(words, at + 1, letter);
  if (isWeak && example === 0 && !isAmongLetters(words, at, previous)) return undefined;
  return letters(letter, at + 1 + example);
}

/** Whether a weak letter stands between others, before one, or ends a code: "ce te erre", "ocho a". */
function isAmongLetters(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): boolean {
  const next = words[at + 1];
  const goesOn = next !== undefined && next.gap !== 'break';
  const isLink = /^(?:of|and)$/.test(englishOf(words[at]));
  if (beginsCode(words, at)) return true;
  if (goesOn && letterOf(next) !== undefined) return !isLink || previous?.kind === 'letter';
  if (previous?.kind === 'letter') return !isLink || (goesOn && isWeakLetter(next));
  return previous?.kind === 'number' && !goesOn && !isLink;
}

const consonantName = /^(?:be|de|ese|te|ve)$/;
const leastDigits = 3;

/** "be ve nueve cero cuatro": two names of letters, or the second one, before digits said one by one. */
function beginsCode(words: readonly SpokenWord[], at: number): boolean {
  const isName = (index: number): boolean =>
    consonantName.test(words[index]?.word ?? '') && words[index]?.meaning?.is === 'letter';
  if (!isName(at) || !(isName(at + 1) || isName(at - 1))) return false;
  const from = isName(at + 1) ? at + 2 : at + 1;
  return words.slice(from, from + leastDigits).filter(isSingleDigit).length === leastDigits;
}

/** How many words an example of the letter takes ("as in boy", "bravo"); 0 when there is none. */
function exampleLength(words: readonly SpokenWord[], at: number, letter: string): number {
  const next = words[at];
  if (next?.isAlphabet === true && next.gap === 'space' && next.word.startsWith(letter)) return 1;
  const lead = next?.leads?.find((said) =>
    said.every((word, offset) => words[at + offset]?.word === word),
  );
  if (lead === undefined) return 0;
  const example = words[at + lead.length]?.word ?? '';
  const isXray = letter === 'x' && words[at + lead.length + 1]?.word === 'ray';
  if (isXray && example === 'x') return lead.length + 2;
  const plain = lead[0] === 'as' ? example.length > 1 : example.length > 2 && letter !== 'i';
  return plain && example.startsWith(letter) ? lead.length + 1 : 0;
}

/** "seven as in november one": a letter that was lost before its example, between digits. */
function readLoneExample(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  if (previous?.kind !== 'number' || words[at]?.word !== 'as' || words[at + 1]?.word !== 'in')
    return undefined;
  const example = words[at + 2];
  if (example === undefined || example.word.length < 3 || example.gap !== 'space') return undefined;
  return readNumber(words, at + 3)?.kind === 'digits'
    ? letters(example.word.charAt(0), at + 3)
    : undefined;
}

/** What single digits are taken for by a recogniser of speech. */
const heardDigits: ReadonlyMap<string, string> = new Map([
  ['won', '1'],
  ['to', '2'],
  ['too', '2'],
  ['tree', '3'],
  ['for', '4'],
  ['fife', '5'],
  ['ate', '8'],
]);

const isSingleDigit = (word: SpokenWord | undefined): boolean =>
  word !== undefined &&
  (word.meaning?.is === 'digit' || /^[0-9]$/.test(word.word) || heardDigits.has(word.word));

/** "one three oh for six too seven": a word among single digits that sounds like one. */
function readHeardDigit(words: readonly SpokenWord[], at: number): Reading | undefined {
  const text = heardDigits.get(words[at]?.word ?? '');
  if (text === undefined) return undefined;
  const goesOn = at + 1 >= words.length || isSingleDigit(words[at + 1]);
  const isInside =
    words[at]?.gap !== 'break' &&
    isSingleDigit(words[at - 1]) &&
    isSingleDigit(words[at - 2]) &&
    goesOn;
  const begins = text === '8' && [1, 2, 3].every((ahead) => isSingleDigit(words[at + ahead]));
  return isInside || begins ? { kind: 'number', text, next: at + 1, weak: false } : undefined;
}

/** Words between a word of the spelling alphabet and the next one of its code. */
const mostDigits = 5;

/** Whether another word of the alphabet or a letter stands across single digits, one at least: "quebec |seven november". */
function isAlphabetAcross(words: readonly SpokenWord[], at: number, step: 1 | -1): boolean {
  let count = 0;
  while (count < mostDigits && isSingleDigit(words[at + step * (count + 1)])) count += 1;
  const next = words[at + step * (count + 1)];
  return count > 0 && (next?.isAlphabet === true || letterOf(next) !== undefined);
}

/** A word of the spelling alphabet, where another one or a letter stands next to it, or behind digits. */
function readAlphabetWord(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  const word = words[at];
  const following = words[at + 1];
  if (word?.isAlphabet !== true) return undefined;
  const spelled =
    previous?.kind === 'letter' ||
    (following?.isAlphabet === true && following.gap !== 'break') ||
    isAlphabetAcross(words, at, 1) ||
    (previous?.kind === 'number' && isAlphabetAcross(words, at, -1));
  return spelled ? letters(word.word.charAt(0), at + 1) : undefined;
}

/** English words made of the letters a to f, which are words rather than parts of a hex number. */
const hexLikeWords: ReadonlySet<string> = new Set(
  'a ad ace add bad bade bead bed bee beef cab cafe dab dad dead deaf deb decade deed face fad fade fed fee feed be ed abe'.split(
    ' ',
  ),
);

/** Letters that a recogniser wrote as one word inside a hexadecimal number ("seven ce nine ef"). */
function readHexLetters(
  spoken: SpokenWord,
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  const inside = previous?.kind === 'number' || previous?.kind === 'letter';
  const isOther = spoken.meaning !== undefined || hexLikeWords.has(spoken.word);
  if (!inside || !/^[a-f]{2,4}$/.test(spoken.word) || isOther) return undefined;
  return letters(spoken.word, at + 1);
}

function readLeadingPlus(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart | undefined,
): Reading | undefined {
  const plus = words[at]?.meaning;
  if (previous !== undefined || plus?.is !== 'symbol' || plus.text !== '+') return undefined;
  const number = words[at + 1]?.gap === 'space' ? readNumber(words, at + 1) : undefined;
  return number?.kind === 'digits' && !number.weak
    ? { kind: 'symbol', text: '+', next: at + 1, weak: false }
    : undefined;
}

/** All parts said without a break from word `at`; empty when none begins there. */
export function readRun(words: readonly SpokenWord[], at: number): readonly SpokenPart[] {
  const first = readPart(words, at, undefined);
  if (first === undefined) return [];
  const parts: SpokenPart[] = [{ ...first, from: at, pause: false }];
  for (;;) {
    const last = itemAt(parts, parts.length - 1);
    const next = last.kind === 'ordinal' ? undefined : nextPart(words, last);
    if (next === undefined) return parts;
    parts.push(next);
  }
}

/** The part after `previous`, perhaps behind hesitations, or the word that joins the two. */
function nextPart(words: readonly SpokenWord[], previous: SpokenPart): SpokenPart | undefined {
  const at = previous.next;
  const from = skipFillers(words, at);
  const gap = words[from]?.gap;
  const reading = gap === 'break' ? undefined : readPart(words, from, previous);
  if (reading === undefined) return readSymbol(words, at, previous);
  const spelling = previous.kind !== 'number' || reading.kind !== 'number';
  // "like", "yeah" and "then" are nothing between digits, but words after a letter: "i like b twelve".
  const filler = from > at ? itemAt(words, at).word : '';
  const hasExample = previous.next - previous.from > 1 || reading.next - from > 1;
  if (spelling && (filler === 'then' ? !hasExample : /^(?:like|and|yeah|okay)$/.test(filler)))
    return undefined;
  const pause = gap === 'pause' || (from > at && words[at]?.gap === 'pause');
  return { ...reading, from, pause };
}

/** A joining word between two parts: "three dash eight". */
function readSymbol(
  words: readonly SpokenWord[],
  at: number,
  previous: SpokenPart,
): SpokenPart | undefined {
  const word = words[at]?.meaning;
  if (word?.is !== 'symbol' || words[at]?.gap !== 'space') return undefined;
  // "colon colon" leaves out groups of an IPv6 address.
  const isTwice = previous.text === ':' && word.text === ':';
  if ((previous.kind === 'symbol' && !isTwice) || words[at + 1]?.gap !== 'space') return undefined;
  const next = words[at + 1]?.meaning;
  if (word.text === ':' && next?.is === 'symbol' && next.text === ':' && !isTwice)
    return { kind: 'symbol', text: ':', from: at, next: at + 1, weak: false, pause: false };
  if (readPart(words, at + 1, previous) === undefined) return undefined;
  return { kind: 'symbol', text: word.text, from: at, next: at + 1, weak: false, pause: false };
}

const maxFillers = 3;

/** The word after up to three hesitations from word `at`. */
function skipFillers(words: readonly SpokenWord[], at: number): number {
  let position = at;
  for (let count = 0; count < maxFillers; count += 1) {
    if (words[position]?.gap === 'break') return at;
    const size = fillerSize(words, position);
    if (size === 0) break;
    position += size;
  }
  return position;
}

function fillerSize(words: readonly SpokenWord[], at: number): number {
  const word = words[at]?.word ?? '';
  const next = words[at + 1]?.word;
  if ((word === 'you' && next === 'know') || (word === 'and' && next === 'then')) return 2;
  return words[at]?.meaning?.is === 'filler' ? 1 : 0;
}
