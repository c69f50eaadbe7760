import type { WordMeaning } from './languages/language.ts';
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
  const word = spoken.meaning;
  if (spoken.word === 'a') return readLargeArticle(words, at);
  if (word === undefined) return undefined;
  if (word.is === 'repeat') return readRepeat(words, at, word.times);
  if (word.is === 'ordinal') return ordinal(word.value, at + 1, word.weak === true);
  if (word.is === 'digit' && word.value === 0) {
    return { text: '0', next: at + 1, kind: 'digits', weak: word.weak === true };
  }
  return readCardinal(words, at);
}

/** What word `at` stands for when no pause separates it from the one before. */
function joined(words: readonly SpokenWord[], at: number): WordMeaning | undefined {
  const spoken = words[at];
  if (spoken === undefined || (spoken.gap !== 'space' && spoken.gap !== 'hyphen')) return undefined;
  return spoken.meaning;
}

/** The place of the word after an "and" that joins what is behind `tens` or a `hundred`; `at` when none stands there. */
function afterAnd(words: readonly SpokenWord[], at: number, after: 'tens' | 'hundred'): number {
  const word = words[at]?.gap === 'space' ? words[at].meaning : undefined;
  return word?.is === 'and' && word.after.includes(after) ? at + 1 : at;
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
  const first = words[at]?.meaning;
  if (first?.is === 'tens') {
    const unit = joined(words, at + 1);
    if (unit?.is === 'ordinal' && unit.value < 10) {
      return ordinal(first.value + unit.value, at + 2, false);
    }
  }
  if (first?.is === 'thousand') {
    if (first.alone !== true) return undefined;
    return cardinal(addHundreds(words, { value: 1000, next: at + 1 }));
  }
  if (first?.is === 'hundreds') {
    return cardinal(readThousands(words, addRest(words, { value: first.value, next: at + 1 })));
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
  word: WordMeaning | undefined,
): Read | undefined {
  if (word?.is === 'teen') return { value: word.value, next: at + 1 };
  if (word?.is === 'digit') {
    return word.value === 0 ? undefined : { value: word.value, next: at + 1 };
  }
  if (word?.is !== 'tens') return undefined;
  const from = afterAnd(words, at + 1, 'tens');
  const unit = joined(words, from);
  const isJoined = word.needsAnd !== true || from > at + 1;
  return isJoined && unit?.is === 'digit' && unit.value > 0
    ? { value: word.value + unit.value, next: from + 1 }
    : { value: word.value, next: at + 1 };
}

/** Applies "hundred" and "thousand" to a number of 1 to 99: "two thousand and nine", "nineteen hundred". */
function readScales(words: readonly SpokenWord[], small: Read): Read {
  if (joined(words, small.next)?.is !== 'hundred') return readThousands(words, small);
  return readThousands(words, addRest(words, { value: small.value * 100, next: small.next + 1 }));
}

/** Applies "thousand" to a number below it. */
function readThousands(words: readonly SpokenWord[], read: Read): Read {
  if (joined(words, read.next)?.is !== 'thousand' || read.value > 999) return read;
  return addHundreds(words, { value: read.value * 1000, next: read.next + 1 });
}

/** Adds what is left below a thousand. */
function addHundreds(words: readonly SpokenWord[], thousands: Read): Read {
  const first = joined(words, thousands.next);
  if (first?.is === 'hundreds') {
    return addRest(words, { value: thousands.value + first.value, next: thousands.next + 1 });
  }
  const hundreds = readSmall(words, thousands.next, first);
  if (hundreds === undefined || joined(words, hundreds.next)?.is !== 'hundred') {
    return addRest(words, thousands);
  }
  return addRest(words, {
    value: thousands.value + hundreds.value * 100,
    next: hundreds.next + 1,
  });
}

/** Adds what is left below a hundred, unless it begins a row of single digits ("eight hundred five five five") or the next hundreds. */
function addRest(words: readonly SpokenWord[], scaled: Read): Read {
  const from = afterAnd(words, scaled.next, 'hundred');
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
  const word = (index: number): string => englishOf(words[index]);
  const isMonth = (index: number): boolean => words[index]?.meaning?.is === 'month';
  const isOrdinal = (index: number): boolean => words[index]?.meaning?.is === 'ordinal';
  const before = word(at - 1) === 'the' ? at - 2 : at - 1;
  if (isMonth(before)) return true;
  if (word(before) === 'of' && isOrdinal(before - 1)) return true;
  const after = word(at + 1) === 'of' ? at + 2 : at + 1;
  if (isMonth(after) || isCountedMonth(words, at + 1)) return true;
  return after > at + 1 && isOrdinal(word(after) === 'the' ? after + 1 : after);
}

/** "del dos": a month that is said by its number, as Spanish does. */
function isCountedMonth(words: readonly SpokenWord[], at: number): boolean {
  const month = words[at + 1]?.meaning;
  return words[at]?.link === 'of the' && (month?.is === 'digit' || month?.is === 'teen');
}

/** A link in English, any other word as it is; '' for none. */
export const englishOf = (word: SpokenWord | undefined): string => word?.link ?? word?.word ?? '';
