import { lexicon, months, type Word } from './lexicon.ts';
import type { Token } from './tokens.ts';

/** A number read from `tokens[from..next)`, in digits. */
export interface SpokenNumber {
  readonly text: string;
  readonly next: number;
  readonly kind: 'digits' | 'ordinal';
  /** A lone word that may well be no digit at all ("oh", "first"). */
  readonly weak: boolean;
}

type Read = { readonly value: number; readonly next: number };

/** The number that begins at token `at`, undefined when none does. Reads a bounded number of tokens. */
export function readNumber(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (/^[0-9]+$/.test(token.word)) {
    return { text: token.word, next: at + 1, kind: 'digits', weak: false };
  }
  const word = lexicon.get(token.word);
  if (word === undefined) return token.word === 'a' ? readLargeArticle(tokens, at) : undefined;
  if (word.is === 'repeat') return readRepeat(tokens, at, word.times);
  if (word.is === 'ordinal') return ordinal(word.value, at + 1, word.weak === true);
  if (word.is === 'digit' && word.value === 0) {
    return { text: '0', next: at + 1, kind: 'digits', weak: word.weak === true };
  }
  return readCardinal(tokens, at);
}

/** The word of token `at` when it is said in one breath with the one before it. */
function joined(tokens: readonly Token[], at: number): Word | undefined {
  const token = tokens[at];
  if (token === undefined || (token.gap !== 'space' && token.gap !== 'hyphen')) return undefined;
  return lexicon.get(token.word);
}

function readRepeat(tokens: readonly Token[], at: number, times: number): SpokenNumber | undefined {
  const next = tokens[at + 1];
  const word = joined(tokens, at + 1);
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
function readLargeArticle(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const word = joined(tokens, at + 1);
  if (word?.is !== 'hundred' && word?.is !== 'thousand') return undefined;
  return cardinal(readScales(tokens, { value: 1, next: at + 1 }));
}

function readCardinal(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const first = lexicon.get(tokens[at]?.word ?? '');
  if (first?.is === 'tens') {
    const unit = joined(tokens, at + 1);
    if (unit?.is === 'ordinal' && unit.value < 10) {
      return ordinal(first.value + unit.value, at + 2, false);
    }
  }
  const small = readSmall(tokens, at, first);
  return small === undefined ? undefined : cardinal(readScales(tokens, small));
}

function cardinal({ value, next }: Read): SpokenNumber {
  return { text: String(value), next, kind: 'digits', weak: false };
}

/** 1 to 99. */
function readSmall(tokens: readonly Token[], at: number, word: Word | undefined): Read | undefined {
  if (word?.is === 'teen') return { value: word.value, next: at + 1 };
  if (word?.is === 'digit') {
    return word.value === 0 ? undefined : { value: word.value, next: at + 1 };
  }
  if (word?.is !== 'tens') return undefined;
  const unit = joined(tokens, at + 1);
  return unit?.is === 'digit' && unit.value > 0
    ? { value: word.value + unit.value, next: at + 2 }
    : { value: word.value, next: at + 1 };
}

/** Applies "hundred" and "thousand" to a number of 1 to 99: "two thousand and nine", "nineteen hundred". */
function readScales(tokens: readonly Token[], small: Read): Read {
  let read = small;
  if (joined(tokens, read.next)?.is === 'hundred') {
    read = addRest(tokens, { value: read.value * 100, next: read.next + 1 });
  }
  if (joined(tokens, read.next)?.is !== 'thousand' || read.value > 999) return read;
  const thousands = { value: read.value * 1000, next: read.next + 1 };
  const hundreds = readSmall(tokens, thousands.next, joined(tokens, thousands.next));
  if (hundreds !== undefined && joined(tokens, hundreds.next)?.is === 'hundred') {
    return addRest(tokens, {
      value: thousands.value + hundreds.value * 100,
      next: hundreds.next + 1,
    });
  }
  return addRest(tokens, thousands);
}

/** Adds what is left below a hundred, unless it begins a row of single digits ("eight hundred five five five") or the next hundreds. */
function addRest(tokens: readonly Token[], scaled: Read): Read {
  const hasAnd = tokens[scaled.next]?.word === 'and' && tokens[scaled.next]?.gap === 'space';
  const from = hasAnd ? scaled.next + 1 : scaled.next;
  const rest = readSmall(tokens, from, joined(tokens, from));
  if (rest === undefined) return scaled;
  const following = joined(tokens, rest.next);
  if (following?.is === 'hundred') return scaled;
  const startsRow = rest.value < 10 && (following?.is === 'digit' || following?.is === 'repeat');
  return startsRow ? scaled : { value: scaled.value + rest.value, next: rest.next };
}

/**
 * Whether "first", "second" or "third" at `at` is a day or a month: beside a month's name ("may
 * second", "june the first", "first of june") or another ordinal ("the third of the fourth").
 */
export function isDayOfMonth(tokens: readonly Token[], at: number): boolean {
  const word = (index: number): string => tokens[index]?.word ?? '';
  const before = word(at - 1) === 'the' ? at - 2 : at - 1;
  if (months.has(word(before))) return true;
  if (word(before) === 'of' && isOrdinal(word(before - 1))) return true;
  const after = word(at + 1) === 'of' ? at + 2 : at + 1;
  if (months.has(word(after))) return true;
  return after > at + 1 && isOrdinal(word(word(after) === 'the' ? after + 1 : after));
}

const isOrdinal = (word: string): boolean => lexicon.get(word)?.is === 'ordinal';
