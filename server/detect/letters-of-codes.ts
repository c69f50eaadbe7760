import { type Detection, withScore } from '../domain/detection.ts';
import { isAmount } from './vocabulary/amounts.ts';
import { digitWord, isCodePrefix } from './vocabulary/code-names.ts';
import { inLanguages } from './vocabulary/in-languages.ts';
import { hyphen, letterWord } from './vocabulary/value-words.ts';

/** Values of digits that letters may begin or end. */
const kinds: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID CREDIT_CARD LICENSE'.split(' '),
);
/** Of these no value has letters. */
const digitsOnly: ReadonlySet<string> = new Set(['PHONE', 'FAX', 'SSN', 'CREDIT_CARD']);
/** "SO-991-2047", "PA-7746-0032"; not what the value is called, as in "SSN-…". */
const joined =
  /(?<![\p{L}\p{N}-])(?!(?:SSN|TEL|FAX|PH|CELL|CC|DOB|ID|EXT)-)(?:[A-Z]{1,5}[/-]){1,2}$/u;
/** "pf 220 9185", "pa dash six six nine". */
const spoken = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?<letters>\\p{L}{1,3}|auth) (?<dash>(?:${hyphen}) )?$`,
  'iu',
);
/** "… siete dos dos nueve letra a", "… y al final una letra ele", "… and the letter f". */
const last =
  /^,?(?: (?:y|and))?(?: (?:al final|at the end))?(?: (?:con|with))?(?: (?:la|una|the|an?))? (?:letra|letter) (?<letter>\p{L}+)(?![\p{L}\p{N}'’])/iu;
/** Digits and single letters right before digits, and behind them: "b 8002 …", "… 9 3 3 2 a". */
const signsBefore = /(?<![\p{L}\p{N}'’.,:$/-])(?:(?:\d{1,6}|[b-df-hj-np-tv-z])[ -]){1,12}$/iu;
const signsBehind = /^(?:[ -]\d{1,6}(?![\p{L}\p{N}'’.,:%/-]\p{N}?)){1,12}/iu;
const letterBehind =
  /^ (?:[a-z](?=[.,]?\s*$)|[b-df-hj-np-rv-xz](?=[.,]? (?!de |like |as |for |como )\p{L}{2,}))/iu;
/** "0074... y luego 59". */
const thenMore = new RegExp(
  `^[.…,\\s]{0,5}(?:${inLanguages('(?:and )?then', ({ said }) => said?.goingOn)}) (?:\\d{1,6}|${digitWord}(?: ${digitWord}){0,5})(?=[.,]?\\s*$)`,
  'iu',
);
/** "the number is s 25 18834", where the digits are no whole telephone number. */
const letterBefore = /(?<=^|[\p{L},:] )[bcdfghj-npqrstvwxz] $/iu;
const telephoneDigits = 10;
const reach = 32;
const surer = 0.01;
/** From so many digits a code is no chance. */
const longCode = 6;
/** Of a code; more are two. */
const mostDigits = 14;
const validated = 0.5;

/**
 * The values of digits in `found` that have letters or more digits right before or behind them, with these. What was
 * taken for a telephone or a social security number and has letters is then an account number, where the policy looks
 * for those.
 */
export function withCodeLetters(text: string, found: readonly Detection[]): readonly Detection[] {
  return found.flatMap((one) => {
    if (!kinds.has(one.kind)) return [];
    const hasDigits = !digitsOnly.has(one.kind);
    const said = text.slice(one.start, one.end);
    const lead = text.slice(Math.max(0, one.start - reach), one.start);
    const start = one.start - (lengthBefore(lead, hasDigits) || lengthOfLetter(lead, said));
    const end = one.end + lengthBehind(text, one.end, hasDigits);
    const digits = digitsOf(text.slice(start, end));
    if ((start === one.start && end === one.end) || digits > mostDigits) return [];
    const score = digits >= longCode ? Math.max(one.score, validated) : one.score;
    const whole = withScore({ ...one, start, end }, score);
    const hasLetters = /\p{L}/u.test(text.slice(start, one.start) + text.slice(one.end, end));
    return hasLetters && !hasDigits
      ? [whole, withScore({ ...whole, kind: 'ACCOUNT' }, Math.min(1, score + surer))]
      : [whole];
  });
}

function lastLetter(trail: string): RegExpExecArray | null {
  const said = last.exec(trail);
  const letter = said?.groups?.['letter'] ?? '';
  return letter.length === 1 || letterWord.test(letter) ? said : null;
}

/** Two telephone numbers side by side stay two, so their kinds have no more digits. */
function lengthBefore(lead: string, hasDigits: boolean): number {
  const letters = spoken.exec(lead);
  const { letters: word = '', dash } = letters?.groups ?? {};
  if (letters !== null && (dash !== undefined || isCodePrefix(word) || /^auth$/i.test(word)))
    return letters[0].length;
  const signs = hasDigits ? signsBefore.exec(lead) : null;
  return (joined.exec(lead) ?? signs)?.[0].length ?? 0;
}

function lengthOfLetter(lead: string, said: string): number {
  return digitsOf(said) < telephoneDigits ? (letterBefore.exec(lead)?.[0].length ?? 0) : 0;
}

const digitsOf = (said: string): number => said.replace(/\D/g, '').length;

function lengthBehind(text: string, at: number, hasDigits: boolean): number {
  const trail = text.slice(at, at + reach);
  const whole = lastLetter(trail) ?? thenMore.exec(trail);
  if (whole !== null) return whole[0].length;
  const digits = hasDigits ? (signsBehind.exec(trail)?.[0].length ?? 0) : 0;
  const isMeasured = digits > 0 && isAmount(text, at + digits);
  const length = isMeasured ? 0 : digits;
  return length + (letterBehind.exec(trail.slice(length))?.[0].length ?? 0);
}
