import { months } from '../domain/months.ts';
import { functionWords } from './vocabulary/words.ts';

/** What one text has of a value that runs on in the next. */
export interface SplitPart {
  readonly text: string;
  readonly canonical: string;
  /** Its canonical form where the texts are read as one: `one` behind other digits is 1. */
  readonly joinedCanonical: string;
  /** Whether the text by itself says that it is one. */
  readonly isFound: boolean;
  /** Whether its sentence ends with it. */
  readonly endsSentence: boolean;
}

const telephone = /^1?[2-9]\d{9}$/;
const date = /^(?=.*\d{4})\S+ \S+ \S+/;
const place = /^\S+ \S+ \S+/;
/** What is a whole value of its kind, so that nothing more of it need follow. */
const wholeValue: ReadonlyMap<string, RegExp> = new Map([
  ['PHONE', telephone],
  ['FAX', telephone],
  ['SSN', /^\d{9}$/],
  ['DOB', date],
  ['DATE', date],
]);
/** The same where a sentence ends with it. */
const wholeSentence: ReadonlyMap<string, RegExp> = new Map([
  ['ADDRESS', place],
  ['LOCATION', place],
]);
/** Kinds whose form leaves no doubt. */
const unmistakable: ReadonlySet<string> = new Set(['EMAIL', 'URL']);
const answers = new Set('hello bye thank great sure good fine perfect dot'.split(' '));

const singleWord = /^\p{L}+$/u;

/**
 * Whether the halves of a value of a kind are one: each says something, and none of them is all of it.
 * Where nothing stands between the texts, any word behind an address reads like more of it.
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
  // Months are nobody's second name as a rule, though they stand where one would.
  const isSilent = (one: string): boolean => kind === 'NAME' && months.includes(one);
  return words.some((one) => !functionWords.has(one) && !answers.has(one) && !isSilent(one));
}
