import { execAt } from '../../view/pattern.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords, furtherFunctionWords } from '../../vocabulary/words.ts';

/** An identifier read from a text: its span, and its letters and digits without separators. */
export interface Identifier {
  readonly start: number;
  readonly end: number;
  readonly compact: string;
  readonly digits: number;
}

const group = /[a-z0-9]{1,40}/iy;
const separator = / ?[-–/_·] ?| {1,2}|\.(?=[a-z0-9])|, (?=\d)|,(?=\d{3}(?!\d))/iy;
const dateLike =
  /\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b|\d{1,2}[/-]\d{2}(?![\d/-])|\d{1,2}:\d{2}|\d{1,2}(?:st|nd|rd|th)\b/iy;
const decimal = /\d{1,6}\.\d{1,2}(?![\w.-])/y;
const amountWithUnit = /^\d{1,5}(?:st|nd|rd|th|am|pm|mg|mcg|ml|cc|kg|lb|lbs|mm|cm|ft|oz|x|yo)$/i;
const maxGroups = 24;

const textAt = (pattern: RegExp, text: string, at: number): string =>
  execAt(pattern, text, at)?.[0] ?? '';

/** Abbreviations that name the identifier behind them, or something else that is counted. */
const abbreviations: ReadonlySet<string> = new Set(
  'pnr mbi hicn grp bin pcn file case code plan order group card chart claim visa id ids no num nbr pt ref acct act pin ssn dob npi dea vin iban aba cvv cvc zip ein itin tel fax cpt icd ndc hcpcs exp conf auth rx bed rm apt ste ext bp hr wbc rbc mri ct bus gate row seat'.split(
    ' ',
  ),
);

/** Whether a word of letters can be the letter group of an identifier. */
function isPrefix(word: string, isDashed = false): boolean {
  if (!isDashed && abbreviations.has(word.toLowerCase())) return false;
  if (word.length === 1) return !/[ai]/.test(word);
  if (word.length <= 6 && word === word.toUpperCase()) return true;
  return word.length <= 3 && !isFunctionWord(word.toLowerCase());
}

const spanishArticles: ReadonlySet<string> = new Set('de del el la las los y e u'.split(' '));

const isFunctionWord = (word: string): boolean =>
  functionWords.has(word) || furtherFunctionWords.has(word) || spanishArticles.has(word);

function endOfGroup(text: string, at: number): number {
  return at + Math.max(1, textAt(group, text, at).length);
}

type GroupRole = 'number' | 'letters' | 'end';

/** How a group of letters and digits continues an identifier: as digits, as letters, or not at all. */
function roleOf(text: string, word: string, at: number, joiner: string): GroupRole {
  if (/\d/.test(word)) {
    if (amountWithUnit.test(word) || isAmount(text, at + word.length)) return 'end';
    if (textAt(decimal, text, at) !== '') return 'end';
    return /^ +$/.test(joiner) && textAt(dateLike, text, at) !== '' ? 'end' : 'number';
  }
  const isDashed = text[at + word.length] === '-';
  return word.length === 1 || isPrefix(word, isDashed) ? 'letters' : 'end';
}

/** Whether letters read after the last digits close the identifier: one dashed, a capital, or the last. */
function closes(text: string, letters: string, end: number): boolean {
  if (letters.length === 1 && text[end - 2] === '-') return true;
  const isLast = /^\s*(?:$|[.,;?!])/.test(text.slice(end, end + 3));
  if (/^[AI]$/.test(letters)) return isLast;
  return /^[b-hj-z]$/i.test(letters) && (isLast || /[A-Z]/.test(letters));
}

/** How far reading has come: `end` and `compact` cover what is certain, `pending` what may join. */
interface Progress {
  readonly end: number;
  readonly compact: string;
  readonly pending: string;
}

/** Whether one more group would make this too long for an identifier. */
function tooLong(progress: Progress, word: string, role: GroupRole, maxLength: number): boolean {
  const letters = progress.pending.length + (role === 'letters' ? word.length : 0);
  return (
    letters > 12 || progress.compact.length + progress.pending.length + word.length > maxLength
  );
}

/** Progress with one more group: digits confirm the letters before them, letters wait for digits. */
function advance(text: string, progress: Progress, word: string, role: GroupRole, to: number) {
  const pending = progress.pending + word;
  const isLast = role === 'letters' && progress.compact !== '' && closes(text, pending, to);
  return role === 'number' || isLast
    ? { end: to, compact: progress.compact + pending, pending: '' }
    : { ...progress, pending };
}

/** Whether a comma divides two numbers of a list, and is no pause within one. */
function isNextItem(text: string, word: string, at: number, joiner: string): boolean {
  const next = joiner === ', ' ? textAt(group, text, at + joiner.length) : '';
  return /^\d{5,}$/.test(word) && next.length === word.length && /^\d+$/.test(next);
}

/**
 * Reads the identifier that starts at `at`: groups of letters and digits joined by a space, dash,
 * dot or slash, such as `POL-448291`, `q 22 76 31` or `3-8-4-9-2-0`. Letter groups count only when
 * digits follow. Undefined when there is no digit group or what stands there is an amount.
 */
export function readIdentifier(text: string, at: number, maxLength = 40): Identifier | undefined {
  let progress: Progress = { end: at, compact: '', pending: '' };
  let position = at;
  let joiner = '';
  for (let count = 0; count < maxGroups; count++) {
    const word = textAt(group, text, position);
    const role = word === '' ? 'end' : roleOf(text, word, position, joiner);
    if (role === 'end' || tooLong(progress, word, role, maxLength)) break;
    position += word.length;
    progress = advance(text, progress, word, role, position);
    joiner = textAt(separator, text, position);
    if (joiner === '' || isNextItem(text, word, position, joiner)) break;
    position += joiner.length;
  }
  const { end, compact } = progress;
  if (compact === '') return undefined;
  return { start: at, end, compact, digits: compact.replace(/\D/g, '').length };
}

const prefixBefore = /(?:[a-z0-9]{1,8}|[a-z]{1,6}[ -])$/i;

/**
 * Where the identifier begins whose first digit is at `digit`: its own group, and up to four letter
 * groups before it that can belong to an identifier (`POL-4482`, `r n 4482`).
 */
export function identifierStart(text: string, digit: number): number {
  let start = digit;
  for (let count = 0; count < 5; count++) {
    const prefix = prefixBefore.exec(text.slice(Math.max(0, start - 8), start))?.[0];
    if (prefix === undefined || /[\p{L}\w'’]/u.test(text.charAt(start - prefix.length - 1))) break;
    const word = prefix.replace(/[ -]$/, '');
    const joined = word.length === prefix.length;
    if (!joined && (/\d/.test(word) || !isPrefix(word, prefix.endsWith('-')))) break;
    start -= prefix.length;
  }
  return start;
}

/** Identifiers in the text from left to right, none overlapping another. */
export function* identifiers(text: string, maxLength?: number): Generator<Identifier> {
  const digits = /\d/g;
  for (let hit = digits.exec(text); hit !== null; hit = digits.exec(text)) {
    const value = readIdentifier(text, identifierStart(text, hit.index), maxLength);
    if (value !== undefined) yield value;
    digits.lastIndex = value?.end ?? endOfGroup(text, hit.index);
  }
}
