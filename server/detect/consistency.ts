import type { Detection, KnownValue, Utterance } from '../domain/detection.ts';

const score = 0.8;
const minDigits = 4;
const minLetters = 2;

/** First names and surnames that are everyday words; only with a capital do they name anyone. */
const everydayWords = new Set(
  'will may an so do my no he in to be or on it me we us am go if of up long young an art bill hope grace mark rose grant page drew pat sue rich chase summer park love day case price june april august april king rain'.split(
    ' ',
  ),
);

/** A known value made ready to be looked for. */
interface Sought {
  readonly kind: string;
  readonly canonical: string;
  /** Its letters and digits in lower case. */
  readonly needle: string;
  readonly hasDigit: boolean;
  readonly firstWord: string;
}

/** Known values made ready to be looked for in many texts. */
export interface SoughtValues {
  readonly all: readonly Sought[];
  /** By how they begin, where there are many: a tool's reply can bring thousands. */
  readonly byStart: ReadonlyMap<string, AlikeValues> | undefined;
}

/** Values that begin alike, with the lengths that their needles have. */
interface AlikeValues {
  readonly lengths: readonly number[];
  readonly byNeedle: ReadonlyMap<string, readonly Sought[]>;
}

/** From more values on, asking each place of a text which begin there costs less than looking for each. */
const fewValues = 64;
const startLength = 6;

/** Values too short to be told from chance are left out. */
export function soughtValues(values: readonly KnownValue[]): SoughtValues {
  const all = values.map(soughtOf).filter(({ kind, needle }) => isTelling(kind, needle));
  if (all.length <= fewValues) return { all, byStart: undefined };
  const groups = Map.groupBy(all, ({ needle }) => needle.slice(0, startLength));
  return { all, byStart: new Map([...groups].map(([start, group]) => [start, alike(group)])) };
}

function alike(values: readonly Sought[]): AlikeValues {
  const byNeedle = Map.groupBy(values, ({ needle }) => needle);
  return { lengths: [...new Set(values.map(({ needle }) => needle.length))], byNeedle };
}

function soughtOf({ kind, canonical }: KnownValue): Sought {
  const lower = canonical.toLowerCase();
  const needle = lower.replace(/[^\p{L}\p{N}]/gu, '');
  const firstWord = /\p{L}+/u.exec(lower)?.[0] ?? '';
  return { kind, canonical, needle, hasDigit: /\p{N}/u.test(canonical), firstWord };
}

/**
 * Where known values of the call stand in an utterance, as written or spoken (design D5): whole
 * words without regard to case for names and places, digits without regard to separators for
 * numbers. Values inside longer numbers are left out.
 */
export function findKnownValues(utterance: Utterance, values: SoughtValues): Detection[] {
  const { text, shadow } = utterance;
  const forms = shadow.text === text ? [text] : [text, shadow.text];
  const [found = [], spoken = []] = forms.map(finderIn(forms, values));
  const places = new Set(found.map(placeOf));
  const read = spoken.map((detection) => ({
    ...detection,
    start: shadow.starts[detection.start] ?? 0,
    end: shadow.ends[detection.end - 1] ?? 0,
  }));
  return [...found, ...read.filter((hit) => !places.has(placeOf(hit)))];
}

const placeOf = ({ kind, start, end }: Detection): string => `${kind} ${start} ${end}`;

/** Finds values in each of the forms of a text. */
function finderIn(
  forms: readonly string[],
  { all, byStart }: SoughtValues,
): (form: string) => readonly Detection[] {
  if (byStart !== undefined) return (form) => searchPlaces(fold(form), byStart, form);
  const near = nearValues(forms.join('\0'), all);
  return (form) => (near.length === 0 ? [] : searchFolded(fold(form), near, form));
}

/** The values that a text may hold. A cheap look ahead: most texts hold no digit, and few hold a given word. */
function nearValues(text: string, all: readonly Sought[]): readonly Sought[] {
  const lower = text.toLowerCase();
  const textHasDigit = /\p{N}/u.test(text);
  return all.filter(({ hasDigit, firstWord }) =>
    hasDigit ? textHasDigit : lower.includes(firstWord),
  );
}

/** Asks each place of a text which values begin there. */
function searchPlaces(
  folded: Folded,
  byStart: NonNullable<SoughtValues['byStart']>,
  text: string,
): Detection[] {
  const found: Detection[] = [];
  for (let at = 0; at < folded.compact.length; at += 1) {
    for (const value of beginningAt(folded.compact, at, byStart)) {
      found.push(...hitAt(folded, value, at, text));
    }
  }
  return found;
}

function* beginningAt(
  compact: string,
  at: number,
  byStart: NonNullable<SoughtValues['byStart']>,
): Generator<Sought> {
  const left = compact.length - at;
  for (let length = minLetters; length <= Math.min(startLength, left); length += 1) {
    const values = byStart.get(compact.slice(at, at + length));
    for (const size of values?.lengths ?? []) {
      if (size <= left) yield* values?.byNeedle.get(compact.slice(at, at + size)) ?? [];
    }
  }
}

/** Letters and digits of a text in lower case. */
interface Folded {
  readonly compact: string;
  /** Where each stood; most texts hold no value, and nobody asks. */
  readonly starts: () => readonly number[];
}

const kept = /[\p{L}\p{N}]/u;
const ascii = /^[\0-\x7F]*$/;

function fold(text: string): Folded {
  let starts: readonly number[] | undefined;
  const placesOnce = (): readonly number[] => {
    starts ??= keptPlaces(text);
    return starts;
  };
  const compact = ascii.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '')
    : placesOnce()
        .map((at) => text.charAt(at).toLowerCase())
        .join('');
  return { compact, starts: placesOnce };
}

function keptPlaces(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const lower = text.charAt(at).toLowerCase();
    if (lower.length === 1 && kept.test(lower)) places.push(at);
  }
  return places;
}

function searchFolded(folded: Folded, values: readonly Sought[], text: string): Detection[] {
  return values.flatMap((value) => searchValue(folded, value, text));
}

function searchValue(folded: Folded, value: Sought, text: string): Detection[] {
  const found: Detection[] = [];
  let at = folded.compact.indexOf(value.needle);
  while (at >= 0) {
    found.push(...hitAt(folded, value, at, text));
    at = folded.compact.indexOf(value.needle, at + 1);
  }
  return found;
}

/** The value whose needle stands at a place of a folded text, where it is one there. */
function hitAt(
  folded: Folded,
  { kind, canonical, needle }: Sought,
  at: number,
  text: string,
): readonly Detection[] {
  const starts = folded.starts();
  const start = starts[at] ?? 0;
  const end = (starts[at + needle.length - 1] ?? 0) + 1;
  const isHit = stands(text.slice(start, end), canonical, needle) && isWhole(text, start, end);
  return isHit ? [{ kind, start, end, score, detector: 'consistency' }] : [];
}

/** Whether a value is long enough to be recognised by itself; a month or a day alone is not. */
function isTelling(kind: string, needle: string): boolean {
  const digits = needle.replace(/[^\p{N}]/gu, '').length;
  const letters = needle.length - digits;
  if (letters === 0) return digits >= minDigits;
  if (kind === 'DOB' || kind === 'DATE') return digits >= 2;
  return digits > 0 ? needle.length > minDigits : letters >= minLetters;
}

/** Whether a hit is one value: words are not split further than in the value, nor numbers strewn over a sentence. */
function stands(hit: string, canonical: string, needle: string): boolean {
  if (everydayWords.has(needle)) return /^[A-Z]/.test(hit);
  if (/\p{N}/u.test(needle)) return hit.length <= 2 * needle.length + 4 && !/[.!?;\n]\s/.test(hit);
  return wordCount(hit) <= wordCount(canonical);
}

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Whether a hit does not stand inside a longer word or number. */
function isWhole(text: string, start: number, end: number): boolean {
  return !isGlued(text, start - 1, start) && !isGlued(text, end - 1, end);
}

/**
 * Whether the characters on both sides of a border belong to one word or number. Letters and digits
 * part from each other, as they do for the scan of what is sent.
 */
function isGlued(text: string, left: number, right: number): boolean {
  const pair = text.charAt(left) + text.charAt(right);
  return /^(?:\p{L}\p{L}|\p{N}\p{N})$/u.test(pair);
}
