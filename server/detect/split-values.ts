import { months } from '../domain/months.ts';
import { monthWord } from './vocabulary/value-words.ts';
import { functionWords } from './vocabulary/words.ts';

/** The part of a value that one text holds when the value continues in the next text. */
export interface SplitPart {
  readonly text: string;
  readonly canonical: string;
  /** Its canonical form when the texts are read together: `one` behind other digits is 1. */
  readonly joinedCanonical: string;
  /** Whether detection found it in this text alone. */
  readonly isFound: boolean;
  /** Whether it ends its sentence. */
  readonly endsSentence: boolean;
}

const telephone = /^1?[2-9]\d{9}$/;
const date = /^(?=.*\d{4})\S+ \S+ \S+/;
const place = /^\S+ \S+ \S+/;
/** Canonical forms that are complete: no more of the value need follow. */
const wholeValue: ReadonlyMap<string, RegExp> = new Map([
  ['PHONE', telephone],
  ['FAX', telephone],
  ['SSN', /^\d{9}$/],
  ['DOB', date],
  ['DATE', date],
]);
/** Whether a canonical form is a complete value, so that no more of it follows. */
export const isWholeValue = (kind: string, canonical: string): boolean =>
  unmistakable.has(kind) ||
  wholeValue.get(kind)?.test(canonical) === true ||
  (kind === 'DOB' && shortDate.test(canonical));

/** "3 11 44", said with a year of two digits. */
const shortDate = /^(?:\S+ \S+ \d\d|\d{5,8})$/;

/** Canonical forms that are complete at the end of a sentence. */
const wholeSentence: ReadonlyMap<string, RegExp> = new Map([
  ['ADDRESS', place],
  ['LOCATION', place],
]);
/** Kinds that their form alone identifies. */
const unmistakable: ReadonlySet<string> = new Set(['EMAIL', 'URL']);
const answers = new Set('hello bye thank great sure good fine perfect dot'.split(' '));

/** Parts of dates are numbers and months. */
const dates: ReadonlySet<string> = new Set(['DOB', 'DATE']);
const singleWord = /^\p{L}+$/u;

/**
 * Whether the parts are one value: each part says something, and no part is complete. Without a
 * separator between the texts any word behind an e-mail or web address would look like more of it.
 */
export function isOneValue(
  kind: string,
  parts: readonly SplitPart[],
  noSeparator: boolean,
): boolean {
  if (!unmistakable.has(kind)) return parts.every((part) => isPart(kind, part));
  const [first, ...others] = parts;
  return !(
    noSeparator &&
    first?.isFound === true &&
    others.every(({ text }) => singleWord.test(text))
  );
}

function isPart(
  kind: string,
  { text, canonical, joinedCanonical, isFound, endsSentence }: SplitPart,
): boolean {
  if (!isFound) return /\d/.test(joinedCanonical) || saysSomething(kind, text);
  const isWhole = wholeValue.get(kind) ?? (endsSentence ? wholeSentence.get(kind) : undefined);
  return isWhole?.test(canonical) !== true;
}

function saysSomething(kind: string, text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  if (dates.has(kind)) return words.some((one) => monthWord.test(one));
  // A month is hardly ever a surname, though it stands where one would.
  const isSilent = (one: string): boolean => kind === 'NAME' && months.includes(one);
  return words.some((one) => !functionWords.has(one) && !answers.has(one) && !isSilent(one));
}
