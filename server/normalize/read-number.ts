import { monthWords, type NumberWord, numberWords } from './number-words.ts';
import type { SpokenWord } from './spoken-words.ts';

/** A number read from `words[from..next)`, in digits. */
export interface SpokenNumber {
  readonly text: string;
  readonly next: number;
  readonly kind: 'digits' | 'ordinal';
  /** A lone word that may well be no digit at all ("oh", "first"). */
  readonly weak: boolean;
}

type Read = { readonly value: number; readonly next: number };

/** The number that begins at word `at`, undefined when none does. Reads a bounded number of words. */
export function readNumber(words: readonly SpokenWord[], at: number): SpokenNumber | undefined {
  const spoken = words[at];
  if (spoken === undefined) return undefined;
  if (/^[0-9]+$/.test(spoken.word)) {
    return { text: spoken.word, next: at + 1, kind: 'digits', weak: false };
  }
  const word = numberWords.get(spoken.word);
  if (word === undefined) return spoken.word === 'a' ? readLargeArticle(words, at) : undefined;
  if (word.is === 'repeat') return readRepeat(words, at, word.times);
  if (word.is === 'ordinal') return ordinal(word.value, at + 1, word.weak === true);
  if (word.is === 'digit' && word.value === 0) {
    return { text: '0', next: at + 1, kind: 'digits', weak: word.weak === true };
  }
  return readCardinal(words, at);
}

/** What word `at` stands for when no pause separates it from the one before. */
function joined(words: readonly SpokenWord[], at: number): NumberWord | undefined {
  const spoken = words[at];
  if (spoken === undefined || (spoken.gap !== 'space' && spoken.gap !== 'hyphen')) return undefined;
  return numberWords.get(spoken.word);
}

function readRepeat(
  words: readonly SpokenWord[],
  at: number,
  times: number,
): SpokenNumber | undefined {
  const next = words[at + 1];
  const word = joined(words, at + 1);
  const digit =
    word?.is === 'digit'
      ? String(word.value)
      : next?.gap === 'space' && /^[0-9]$/.test(next.word)
        ? next.word
        : undefined;
  if (digit === undefined) return undefined;
  return { text: digit.repeat(times), next: at + 2, kind: 'digits', weak: false };
}

function ordinal(value: number, next: number, weak: boolean): SpokenNumber {
  const suffix = value % 100 > 10 && value % 100 < 14 ? 'th' : ordinalSuffix(value % 10);
  return { text: `${value}${suffix}`, next, kind: 'ordinal', weak };
}

function ordinalSuffix(lastDigit: number): string {
  return ['th', 'st', 'nd', 'rd'][lastDigit] ?? 'th';
}

/** "a hundred and two": the article counts as one. */
function readLargeArticle(words: readonly SpokenWord[], at: number): SpokenNumber | undefined {
  const word = joined(words, at + 1);
  if (word?.is !== 'hundred' && word?.is !== 'thousand') return undefined;
  return cardinal(readScales(words, { value: 1, next: at + 1 }));
}

function readCardinal(words: readonly SpokenWord[], at: number): SpokenNumber | undefined {
  const first = numberWords.get(words[at]?.word ?? '');
  if (first?.is === 'tens') {
    const unit = joined(words, at + 1);
    if (unit?.is === 'ordinal' && unit.value < 10) {
      return ordinal(first.value + unit.value, at + 2, false);
    }
  }
  const small = readSmall(words, at, first);
  return small === undefined ? undefined : cardinal(readScales(words, small));
}

function cardinal({ value, next }: Read): SpokenNumber {
  return { text: String(value), next, kind: 'digits', weak: false };
}

/** 1 to 99. */
function readSmall(
  words: readonly SpokenWord[],
  at: number,
  word: NumberWord | undefined,
): Read | undefined {
  if (word?.is === 'teen') return { value: word.value, next: at + 1 };
  if (word?.is === 'digit') {
    return word.value === 0 ? undefined : { value: word.value, next: at + 1 };
  }
  if (word?.is !== 'tens') return undefined;
  const unit = joined(words, at + 1);
  return unit?.is === 'digit' && unit.value > 0
    ? { value: word.value + unit.value, next: at + 2 }
    : { value: word.value, next: at + 1 };
}

/** Applies "hundred" and "thousand" to a number of 1 to 99: "two thousand and nine", "nineteen hundred". */
function readScales(words: readonly SpokenWord[], small: Read): Read {
  let read = small;
  if (joined(words, read.next)?.is === 'hundred') {
    read = addRest(words, { value: read.value * 100, next: read.next + 1 });
  }
  if (joined(words, read.next)?.is !== 'thousand' || read.value > 999) return read;
  const thousands = { value: read.value * 1000, next: read.next + 1 };
  const hundreds = readSmall(words, thousands.next, joined(words, thousands.next));
  if (hundreds !== undefined && joined(words, hundreds.next)?.is === 'hundred') {
    return addRest(words, {
      value: thousands.value + hundreds.value * 100,
      next: hundreds.next + 1,
    });
  }
  return addRest(words, thousands);
}

/** Adds what is left below a hundred, unless it begins a row of single digits ("eight hundred five five five") or the next hundreds. */
function addRest(words: readonly SpokenWord[], scaled: Read): Read {
  const hasAnd = words[scaled.next]?.word === 'and' && words[scaled.next]?.gap === 'space';
  const from = hasAnd ? scaled.next + 1 : scaled.next;
  const rest = readSmall(words, from, joined(words, from));
  if (rest === undefined) return scaled;
  const following = joined(words, rest.next);
  if (following?.is === 'hundred') return scaled;
  const startsRow = rest.value < 10 && (following?.is === 'digit' || following?.is === 'repeat');
  return startsRow ? scaled : { value: scaled.value + rest.value, next: rest.next };
}

/**
 * Whether "first", "second" or "third" at `at` is a day or a month: next to a month's name ("may
 * second", "june the first", "first of june") or another ordinal ("the third of the fourth").
 */
export function isDayOfMonth(words: readonly SpokenWord[], at: number): boolean {
  const word = (index: number): string => words[index]?.word ?? '';
  const before = word(at - 1) === 'the' ? at - 2 : at - 1;
  if (monthWords.has(word(before))) return true;
  if (word(before) === 'of' && isOrdinal(word(before - 1))) return true;
  const after = word(at + 1) === 'of' ? at + 2 : at + 1;
  if (monthWords.has(word(after))) return true;
  return after > at + 1 && isOrdinal(word(word(after) === 'the' ? after + 1 : after));
}

const isOrdinal = (word: string): boolean => numberWords.get(word)?.is === 'ordinal';
