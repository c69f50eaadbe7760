import { itemAt } from '../domain/item-at.ts';
import type { WordMeaning } from './languages/language.ts';
import { measuring, mistypedDigit, saidBetween } from './mistyped-digits.ts';

/** A word of a text, and what it can stand for. */
interface Said {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

interface SpokenWord extends Said {
  readonly gap: string;
  readonly isAlphabet: boolean;
  readonly meaning: WordMeaning | undefined;
  readonly link: string | undefined;
}

/** Single digits from which on whatever stands between them is a pause: a telephone number without its area. */
const fewestDigits = 7;
const longestDigit = 6;

/** The words of a run-together number, as "fouronethreefiveeightsix" is; undefined when it is none. */
export function splitDigits<T extends Said>(
  token: T,
  meanings: ReadonlyMap<string, WordMeaning>,
): readonly T[] | undefined {
  const { word, start, end } = token;
  if (word.length < 3 * fewestDigits - 3 || end - start !== word.length) return undefined;
  const parts: T[] = [];
  for (let at = 0; at < word.length; ) {
    const size = digitLength(word, at, meanings);
    if (size === 0) return undefined;
    parts.push({
      ...token,
      start: start + at,
      end: start + at + size,
      word: word.slice(at, at + size),
    });
    at += size;
  }
  return parts.length < fewestDigits ? undefined : parts;
}

/** The length of the longest digit's word at a place of a word; 0 when none is there. */
function digitLength(word: string, at: number, meanings: ReadonlyMap<string, WordMeaning>): number {
  for (let size = longestDigit; size > 0; size -= 1) {
    const part = word.slice(at, at + size);
    if (part.length === size && isDigit(part, meanings.get(part))) return size;
  }
  return 0;
}

const isDigit = (word: string, meaning: WordMeaning | undefined): boolean =>
  meaning?.is === 'digit' || /^[0-9]$/.test(word);

/** Digits and ordinals from which on a text is looked at more closely: others may be mistyped. */
const fewestSure = 1;

/**
 * Writes single digits that one value is made of next to each other, whatever divides them: "4... 1... 3",
 * "four, got it? one, got it? three", "the first digit is a four, the second digit is a one". Seven digits or more are
 * one value if what stands between them is short and either says nothing or comes again and again; not if they
 * count, or if words at them say that they measure something. Linear in the number of words.
 */
export function dictatedDigits<T extends SpokenWord>(words: readonly T[]): readonly T[] {
  const isSure = (said: T): boolean => isDigit(said.word, said.meaning) || ordinalOf(said) < 10;
  if (words.filter(isSure).length < fewestSure) return words;
  const digits = digitsAmong(words);
  const values = stretchesOf(words, digits).filter((stretch) => isValue(words, stretch));
  return values.length === 0 ? words : withValues(words, values);
}

/** A digit at word `at`. */
interface Digit {
  readonly at: number;
  readonly value: number;
}

/** Ordinals for each digit from which on they are digits as well: "fourth zero third". */
const leastOrdinals = 1 / 3;

/** The digits that words stand for; ordinals too, where there are many. */
function digitsAmong(words: readonly SpokenWord[]): readonly Digit[] {
  const digits = words.flatMap((said, at): Digit[] => {
    const value = digitOf(said);
    return value === undefined || isArticle(words, at) ? [] : [{ at, value }];
  });
  const ordinals = words.flatMap((said, at): Digit[] => {
    const value = ordinalOf(said);
    return value < 10 && !isPlace(words[at + 1]) ? [{ at, value }] : [];
  });
  if (ordinals.length < leastOrdinals * digits.length) return digits;
  return [...digits, ...ordinals].sort((one, other) => one.at - other.at);
}

function digitOf({ word, meaning }: SpokenWord): number | undefined {
  if (meaning === undefined) return /^[0-9]$/.test(word) ? Number(word) : mistypedDigit(word);
  return meaning.is === 'digit' ? meaning.value : undefined;
}

/** Not a number where the word is no ordinal. */
const ordinalOf = ({ word, meaning }: SpokenWord): number =>
  meaning?.is === 'ordinal' ? meaning.value : Number(/^(\d)(?:st|nd|rd|th)$/.exec(word)?.[1]);

/** "the fourth digit": an ordinal that says which digit comes. */
const isPlace = (next: SpokenWord | undefined): boolean =>
  next?.gap === 'space' &&
  /^(?:digit|number|one|is|figure|place|position|es|digito|numero)$/.test(next.word);

/** "un tres", "the next one is a", "oh let me see": a word for 1 or 0 that is none. */
function isArticle(words: readonly SpokenWord[], at: number): boolean {
  const { word, meaning } = itemAt(words, at);
  const [before, next] = [words[at - 1], words[at + 1]];
  if (meaning?.is !== 'digit') return false;
  if (meaning.weak === true) {
    const isNear = [before, next].some((near) => near && isDigit(near.word, near.meaning));
    const isCalled = word === 'o' || words[at]?.gap !== 'space';
    return isCalled && next?.gap === 'space' && !isNear;
  }
  if (/^una?$/.test(word)) return next?.gap === 'space' && digitOf(next) !== undefined;
  return (
    meaning.pronoun === true &&
    isNamed(before) &&
    /^(?:is|was|has|comes|says)$/.test(next?.word ?? '')
  );
}

const isNamed = (before: SpokenWord | undefined): boolean =>
  before?.meaning?.is === 'ordinal' ||
  /^(?:next|last|this|other|which|each)$/.test(before?.word ?? '');

/** Digits that stand close together, and what stands between each and the one before it. */
interface Stretch {
  readonly digits: readonly Digit[];
  readonly gaps: readonly (readonly SpokenWord[])[];
  /** By gap, how many of its words neither belong to dictating nor come again. */
  readonly strange: readonly number[];
}

const mostWordsBetween = 12;
const mostCharactersBetween = 80;
/** Words of another matter, in one gap. */
const mostStrange = 2;
/** The share of digits set apart from which on they are said one by one; others are said in groups. */
const leastApart = 0.4;

function stretchesOf(words: readonly SpokenWord[], digits: readonly Digit[]): readonly Stretch[] {
  const isNear = (from: SpokenWord, to: SpokenWord): boolean =>
    to.start - from.end <= mostCharactersBetween;
  const runs = splitWhere(
    digits,
    ({ at }, next) =>
      next.at - at > mostWordsBetween + 1 || !isNear(itemAt(words, at), itemAt(words, next.at)),
  );
  return runs.flatMap((run) => {
    const gaps = run.map(({ at }, place) =>
      place === 0 ? [] : words.slice((run[place - 1]?.at ?? at) + 1, at),
    );
    const strange = strangeWords(gaps);
    const apart = gaps.filter(
      (gap, place) => gap.length > 0 || itemAt(words, itemAt(run, place).at).gap !== 'space',
    );
    const isApart = apart.length >= leastApart * gaps.length;
    const places = splitWhere([...run.keys()], (_, next) =>
      isApart ? itemAt(strange, next) > mostStrange : itemAt(gaps, next).length > 0,
    );
    return places.map((part) => trimmed({ digits: run, gaps, strange }, part));
  });
}

/** A part of a stretch, without the digits at its ends that belong to other words. */
function trimmed({ digits, gaps, strange }: Stretch, part: readonly number[]): Stretch {
  let from = itemAt(part, 0);
  let to = from + part.length;
  while (to - from > fewestDigits && itemAt(strange, from + 1) > 0) from += 1;
  while (to - from > fewestDigits && itemAt(strange, to - 1) > 0) to -= 1;
  return {
    digits: digits.slice(from, to),
    gaps: gaps.slice(from + 1, to),
    strange: strange.slice(from + 1, to),
  };
}

/** Parts that are long enough for a value. */
function splitWhere<T>(
  items: readonly T[],
  isEnd: (one: T, next: T) => boolean,
): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (const [at, item] of items.entries()) {
    if (at === 0 || isEnd(itemAt(items, at - 1), item)) parts.push([item]);
    else parts.at(-1)?.push(item);
  }
  return parts.filter(({ length }) => length >= fewestDigits);
}

/** Part of another number, or of a code with letters. */
const isOtherSign = ({ word, meaning, isAlphabet }: SpokenWord): boolean =>
  isAlphabet ||
  /^(?:\d+|[b-hj-np-tv-xz])$/.test(word) ||
  /^(?:teen|tens|hundreds?|thousand)$/.test(meaning?.is ?? '') ||
  (meaning?.is === 'letter' && meaning.weak !== true);

/** Gaps in which a word comes again from which on it belongs to how the value is said, and their share of all. */
const fewestRepeats = 2;
const leastShare = 1 / 4;

function strangeWords(gaps: Stretch['gaps']): readonly number[] {
  const counts = new Map<string, number>();
  for (const gap of gaps)
    for (const word of new Set(gap.map((one) => one.word)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const least = Math.max(fewestRepeats, leastShare * gaps.length);
  const isStrange = ({ word, meaning }: SpokenWord): boolean =>
    (counts.get(word) ?? 0) < least &&
    !saidBetween.has(word) &&
    meaning?.is !== 'filler' &&
    meaning?.is !== 'ordinal';
  // "one nine two dot one six eight": some dots are part of an address, one behind each digit is not.
  const isJoint = ({ word, meaning }: SpokenWord): boolean =>
    meaning?.is === 'symbol' && meaning.text !== '-' && 2 * (counts.get(word) ?? 0) < gaps.length;
  return gaps.map((gap) =>
    gap.some((said) => isOtherSign(said) || isJoint(said))
      ? Infinity
      : new Set(gap.filter(isStrange).map(({ word }) => word)).size,
  );
}

/** Strange words for each digit. */
const mostStrangeShare = 1 / 3;
const mostMeasured = 1 / 3;

function isValue(words: readonly SpokenWord[], { digits, gaps, strange }: Stretch): boolean {
  if (digits.length < fewestDigits) return false;
  const isRow = gaps.every((gap) => gap.length === 0);
  if (isRow && digits.every(({ at }) => isDigit(itemAt(words, at).word, itemAt(words, at).meaning)))
    return digits.slice(1).some(({ at }) => words[at]?.gap !== 'space');
  const values = digits.map(({ value }) => value);
  const measured = gaps.filter((gap, place) =>
    isMeasured(gap, words[digits[place + 1]?.at ?? 0]?.gap),
  ).length;
  return (
    strange.reduce((sum, count) => sum + count, 0) <= mostStrangeShare * digits.length &&
    measured < mostMeasured * gaps.length &&
    new Set(values).size > 2 &&
    !isCounting(values)
  );
}

const named = /^(?:digits?|numbers?|digitos?|numeros?)$/;

/** Whether a word right at a digit says that it counts or measures something: "two at noon", "room four", "tres a uno". */
function isMeasured(gap: readonly SpokenWord[], gapBehind: string | undefined): boolean {
  const [first, last] = [gap[0], gap.at(-1)];
  if (first === undefined || last === undefined || gap.some(({ word }) => named.test(word)))
    return false;
  // "A" is an English article, and means something in Spanish alone.
  const isToo = first.word === 'a' && first.meaning !== undefined;
  return (
    (first.gap === 'space' && (isToo || measuring.behind.has(first.word))) ||
    (gapBehind === 'space' && measuring.before.has(last.word))
  );
}

/** Share of the steps from digit to digit that are the same step up or down. */
const mostCounting = 0.7;

const isCounting = (values: readonly number[]): boolean =>
  [1, -1].some((step) => {
    const steps = values.filter((value, at) => at > 0 && value - (values[at - 1] ?? 0) === step);
    return steps.length >= mostCounting * (values.length - 1);
  });

/** The words with the digits of each value next to each other, a pause for what stood between two. */
function withValues<T extends SpokenWord>(
  words: readonly T[],
  values: readonly Stretch[],
): readonly T[] {
  const written = new Map<number, T | undefined>();
  for (const { digits } of values)
    for (const [place, digit] of digits.entries())
      writeDigit(words, digit, digits[place - 1]?.at, written);
  return words.flatMap((word, at) => (written.has(at) ? (written.get(at) ?? []) : word));
}

/** Writes a digit, and a word that doubles it, behind the digit at word `before`. */
function writeDigit<T extends SpokenWord>(
  words: readonly T[],
  { at, value }: Digit,
  before: number | undefined,
  written: Map<number, T | undefined>,
): void {
  written.set(at, {
    ...itemAt(words, at),
    word: '',
    link: undefined,
    meaning: { is: 'digit', value },
  });
  if (before === undefined) {
    if (at > 0 && isArticle(words, at - 1)) written.set(at - 1, undefined);
    return;
  }
  const isTwice = at - 1 > before && words[at - 1]?.meaning?.is === 'repeat';
  const from = isTwice ? at - 1 : at;
  for (let between = before + 1; between < from; between += 1) written.set(between, undefined);
  const first = written.get(from) ?? itemAt(words, from);
  const isNext = from === before + 1 && first.gap === 'space';
  written.set(from, { ...first, gap: isNext ? 'space' : 'pause' });
}
