import { functionWords } from './recognizers/words.ts';

/** What one text has of a value that runs on in the next. */
export interface Half {
  readonly text: string;
  readonly canonical: string;
  /** Whether the text by itself says that it is one. */
  readonly isFound: boolean;
  /** Whether its sentence ends with it. */
  readonly isClosed: boolean;
}

const telephone = /^1?[2-9]\d{9}$/;
const date = /^(?=.*\d{4})\S+ \S+ \S+/;
const place = /^\S+ \S+ \S+/;
/** What is a whole value of its kind, so that nothing more of it need follow. */
const whole: ReadonlyMap<string, RegExp> = new Map([
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
/** Nobody's second name as a rule, though they stand where one would. */
const months = new Set(
  'january february march april may june july august september october november december'.split(
    ' ',
  ),
);
const answers = new Set('hello bye thank great sure good fine perfect dot'.split(' '));

/** Whether the halves of a value of a kind are one: each says something, and none of them is all of it. */
export function areOne(kind: string, halves: readonly Half[]): boolean {
  return unmistakable.has(kind) || halves.every((half) => isPart(kind, half));
}

function isPart(kind: string, { text, canonical, isFound, isClosed }: Half): boolean {
  if (!isFound) return /\d/.test(canonical) || saysSomething(kind, text);
  const isWhole = whole.get(kind) ?? (isClosed ? wholeSentence.get(kind) : undefined);
  return isWhole?.test(canonical) !== true;
}

function saysSomething(kind: string, text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const isSilent = (word: string): boolean => kind === 'NAME' && months.has(word);
  return words.some((word) => !functionWords.has(word) && !answers.has(word) && !isSilent(word));
}
