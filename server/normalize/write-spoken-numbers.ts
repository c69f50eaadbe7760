import { itemAt } from '../domain/item-at.ts';
import { englishOf } from './read-number.ts';
import { readRun, type SpokenPart } from './read-run.ts';
import type { ShadowItem, ShadowPiece } from './shadow-items.ts';
import type { SpokenWord } from './spoken-words.ts';

/** The words of a text with its spoken numbers and spellings written out. */
export function writeSpokenNumbers(text: string, words: readonly SpokenWord[]): ShadowItem[] {
  const items: ShadowItem[] = [];
  let at = 0;
  while (at < words.length) {
    const run = readRun(words, at);
    const parts = isCountOf(words, run) ? run.slice(1) : run;
    for (const from = parts[0]?.from ?? at; at < from; at += 1) {
      items.push(wordItem(text, words, at));
    }
    const end = parts.at(-1)?.next ?? at + 1;
    at = parts.length === 0 ? at : emitRun(items, text, words, parts);
    for (; at < end; at += 1) items.push(wordItem(text, words, at));
  }
  return items;
}

/** "the last four oh three one seven": the first number says how many follow. */
function isCountOf(words: readonly SpokenWord[], run: readonly SpokenPart[]): boolean {
  const [count, next] = run;
  if (count?.kind !== 'number' || next?.kind !== 'number' || count.text.length > 1) return false;
  const digits = digitsIn(run.slice(1));
  return (
    digits >= Number(count.text) && /^(?:last|first|final)$/.test(englishOf(words[count.from - 1]))
  );
}

function wordItem(text: string, words: readonly SpokenWord[], at: number): ShadowItem {
  const { start, end } = itemAt(words, at);
  return {
    start,
    end,
    text: text.slice(start, end),
    pieces: undefined,
    before: undefined,
    kind: 'word',
  };
}

/** Pushes the items of a run; returns the first word not yet pushed. */
function emitRun(
  items: ShadowItem[],
  text: string,
  words: readonly SpokenWord[],
  parts: readonly SpokenPart[],
): number {
  let at = itemAt(parts, 0).from;
  let writtenBefore = false;
  const digits = digitsIn(parts);
  for (const segment of segmentsOf(parts)) {
    const kept = trim(resolveZeros(segment), words, digits);
    const from = kept[0]?.from ?? at;
    const swallow = writtenBefore && from === segment[0]?.from;
    if (!swallow) for (; at < from; at += 1) items.push(wordItem(text, words, at));
    writtenBefore = worthWriting(kept, words);
    if (!writtenBefore) continue;
    const groups = groupsOf(kept, words);
    groups.forEach((group, index) => {
      items.push(groupItem(text, words, group, index > 0 || swallow ? ' ' : undefined));
    });
    at = kept.at(-1)?.next ?? at;
  }
  return at;
}

/**
 * A pause sets groups of one number apart without ending it, unless it stands between digits said
 * one by one ("five, five, five, oh, one"); ordinals stand alone.
 */
function segmentsOf(parts: readonly SpokenPart[]): SpokenPart[][] {
  const segments: SpokenPart[][] = [];
  const isDictated = parts.filter((part) => part.pause && isDigit(part)).length >= minDictated;
  for (const part of parts) {
    const current = segments.at(-1);
    const last = current?.at(-1);
    const isApart = part.pause && !(isDictated && isDigit(part) && isDigit(last));
    if (current === undefined || isApart || part.kind === 'ordinal') segments.push([part]);
    else current.push(part);
  }
  return segments;
}

/** Pauses before single digits from which on they are one number being dictated. */
const minDictated = 3;

const isDigit = (part: SpokenPart | undefined): boolean =>
  part?.kind === 'number' && part.text.length === 1;

/** "o" among letters is the letter; next to a number it is a zero. */
function resolveZeros(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  if (!parts.some((part) => part.weak)) return parts;
  return parts.map((part, at) => {
    const isO = part.weak && part.kind === 'number' && part.next === part.from + 1;
    const neighbours = [parts[at - 1], parts[at + 1]];
    const spelled =
      neighbours.some((neighbour) => neighbour?.kind === 'letter') &&
      !neighbours.some((neighbour) => neighbour?.kind === 'number' && !neighbour.weak);
    return isO && spelled ? { ...part, kind: 'letter', text: 'o', weak: false } : part;
  });
}

const isArticle = (part: SpokenPart | undefined): boolean =>
  part?.kind === 'letter' &&
  (part.text === 'a' || part.text === 'i') &&
  part.next - part.from === 1;

/** What "i" does in the sentence that goes on behind a code. */
const verbs: ReadonlySet<string> = new Set(
  "think don't dont have haven't am was can can't guess believe mean need want got know do did didn't will just said see hope".split(
    ' ',
  ),
);

const digitsIn = (parts: readonly SpokenPart[]): number =>
  parts.reduce((sum, part) => sum + (part.kind === 'number' ? part.text.length : 0), 0);

/**
 * Drops words at either end that belong to the sentence: "a four week course", "five, oh". `digits`
 * is how many the whole run has.
 */
function trim(
  parts: readonly SpokenPart[],
  words: readonly SpokenWord[],
  digits: number,
): readonly SpokenPart[] {
  const spelled = parts.some((part) => part.kind === 'letter' && !isArticle(part));
  let from = 0;
  let to = parts.length;
  const loose = (part: SpokenPart | undefined): boolean =>
    part !== undefined &&
    ((isArticle(part) && !spelled) ||
      (part.weak && digits < 3) ||
      (part.kind === 'symbol' && part.text !== '+'));
  while (from < to && loose(parts[from])) from += 1;
  while (to > from && (loose(parts[to - 1]) || parts[to - 1]?.kind === 'symbol')) to -= 1;
  // "b 1 2 i think": a last "i" or "a" before another word is that sentence's.
  const last = parts[to - 1];
  const goesOn = last !== undefined && words[last.next]?.gap === 'space';
  const afterNumber = parts[to - 2]?.kind === 'number';
  const isSubject = last?.text === 'i' && verbs.has(words[last.next]?.word ?? '');
  const isWord = isArticle(last) && goesOn && (afterNumber || (isSubject && digits > 0));
  return parts.slice(from, isWord ? to - 1 : to);
}

function worthWriting(parts: readonly SpokenPart[], words: readonly SpokenWord[]): boolean {
  const [first] = parts;
  if (first === undefined) return false;
  const letters = parts.filter((part) => part.kind === 'letter');
  if (letters.length === parts.length) return isSpelling(letters, words);
  if (parts.length === 1) return first.kind === 'ordinal' || isSpokenNumber(first, words);
  const isSaid = (part: SpokenPart): boolean =>
    part.kind !== 'letter' && words[part.from]?.word !== part.text;
  return letters.length > 1 || parts.some(isSaid) || isDictated(parts);
}

/** "8 then 1 then 8": digits one at a time with words between. */
function isDictated(parts: readonly SpokenPart[]): boolean {
  if (parts.length <= minDictated || !parts.every(isDigit)) return false;
  const later = parts.slice(1);
  const isApart = (part: SpokenPart, at: number): boolean =>
    part.from > (parts[at]?.next ?? part.from);
  return later.every(isApart);
}

/** Two letters or more, and not just "a" and "i"; set off by hyphens, as "x-y" can be, three. */
function isSpelling(letters: readonly SpokenPart[], words: readonly SpokenWord[]): boolean {
  const isHyphened = words[letters[1]?.from ?? -1]?.gap === 'hyphen';
  return letters.length > (isHyphened ? 2 : 1) && letters.some((part) => !isArticle(part));
}

/** A lone number word; "one" is left alone, being a pronoun as often. */
function isSpokenNumber(part: SpokenPart, words: readonly SpokenWord[]): boolean {
  const word = words[part.from];
  const isPronoun =
    word?.meaning?.is === 'digit' && word.meaning.pronoun === true && part.text === '1';
  return !part.weak && word?.word !== part.text && (!isPronoun || isDay(words, part.next));
}

/** "uno de mayo": whether "of" another language and a month stand behind a number. */
const isDay = (words: readonly SpokenWord[], next: number): boolean =>
  words[next]?.link === 'of' && words[next + 1]?.meaning?.is === 'month';

/** Sets apart what names the number ("m r n four nine") and the day after a month ("june four eighty"). */
function groupsOf(parts: readonly SpokenPart[], words: readonly SpokenWord[]): SpokenPart[][] {
  const cut = Math.max(cueLength(parts), dayLength(parts, words));
  return cut > 0 ? [parts.slice(0, cut), parts.slice(cut)] : [parts.slice()];
}

/** Spelled abbreviations that name what follows, and so are not part of it. */
const spelledCues: ReadonlySet<string> = new Set(
  'mrn ssn dob id ip npi dea vin iban aba cvv pin zip po ein itin cpt icd ndc hcpcs'.split(' '),
);

function cueLength(parts: readonly SpokenPart[]): number {
  const at = parts.findIndex((part) => part.kind !== 'letter');
  const spelled = parts
    .slice(0, Math.max(at, 0))
    .map((part) => part.text)
    .join('');
  return spelledCues.has(spelled) ? at : 0;
}

function dayLength(parts: readonly SpokenPart[], words: readonly SpokenWord[]): number {
  const month = words[itemAt(parts, 0).from - 1];
  if (month?.meaning?.is !== 'month') return 0;
  if (parts.some((part) => part.kind !== 'number')) return 0;
  const digits = parts.map((part) => part.text);
  // "july nineteen eighty three" is a year, not the nineteenth.
  if (/^(?:19|20)[0-9]{2}$/.test(digits.join('')) && digits[0]?.length !== 1) return 0;
  for (let cut = 1; cut <= 2 && cut < parts.length; cut += 1) {
    const day = digits.slice(0, cut).join('');
    const rest = digits.slice(cut).join('');
    if (day.length < 3 && Number(day) < 32 && (rest.length === 2 || rest.length === 4)) return cut;
  }
  return 0;
}

function groupItem(
  text: string,
  words: readonly SpokenWord[],
  group: readonly SpokenPart[],
  before: ' ' | undefined,
): ShadowItem {
  const pieces = group.map((part): ShadowPiece => pieceOf(text, words, part));
  const [lone] = pieces;
  if (lone !== undefined && group.length === 1 && isLargeCardinal(group[0], words)) {
    pieces[0] = { ...lone, text: lone.text.replace(/\B(?=(?:\d{3}){1,3}$)/g, ',') };
  }
  const number = group.some((part) => part.kind !== 'letter');
  return {
    start: itemAt(pieces, 0).start,
    end: itemAt(pieces, pieces.length - 1).end,
    text: pieces.map((piece) => piece.text).join(''),
    pieces,
    before,
    kind: number ? 'number' : 'letters',
  };
}

/**
 * A number of six digits or more said with "thousand" is an amount, not digits read out, so it is
 * written as amounts are: "four hundred thousand and twelve" as 400,012.
 */
function isLargeCardinal(part: SpokenPart | undefined, words: readonly SpokenWord[]): boolean {
  return part?.kind === 'number' && part.text.length > 5 && words[part.from]?.word !== part.text;
}

function pieceOf(text: string, words: readonly SpokenWord[], part: SpokenPart): ShadowPiece {
  const start = itemAt(words, part.from).start;
  const end = itemAt(words, part.next - 1).end;
  // A spelled letter keeps the case it was written in.
  const upper = part.kind === 'letter' && /[A-Z]/.test(text.charAt(start));
  return { text: upper ? part.text.toUpperCase() : part.text, start, end };
}
