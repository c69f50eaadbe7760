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
  readonly byStart: ReadonlyMap<string, readonly Sought[]> | undefined;
}

/** From more values on, asking a text which of them it may hold costs less than looking for each. */
const fewValues = 64;
const startLength = 6;

/** Values too short to be told from chance are left out. */
export function soughtValues(values: readonly KnownValue[]): SoughtValues {
  const all = values.map(soughtOf).filter(({ kind, needle }) => isTelling(kind, needle));
  const byStart =
    all.length > fewValues
      ? Map.groupBy(all, ({ needle }) => needle.slice(0, startLength))
      : undefined;
  return { all, byStart };
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
  const near = nearValues(forms.join('\0'), values);
  if (near.length === 0) return [];
  const found = searchFolded(fold(text), near, text);
  if (shadow.text === text) return found;
  const spoken = searchFolded(fold(shadow.text), near, shadow.text).map((detection) => ({
    ...detection,
    start: shadow.starts[detection.start] ?? 0,
    end: shadow.ends[detection.end - 1] ?? 0,
  }));
  return [...found, ...spoken.filter((hit) => !found.some((other) => isSame(hit, other)))];
}

/** The values that a text may hold. A cheap look ahead: most texts hold no digit, and few hold a given word. */
function nearValues(text: string, { all, byStart }: SoughtValues): readonly Sought[] {
  const lower = text.toLowerCase();
  const textHasDigit = /\p{N}/u.test(text);
  const candidates = byStart === undefined ? all : beginningIn(fold(text).compact, byStart);
  return candidates.filter(({ hasDigit, firstWord }) =>
    hasDigit ? textHasDigit : lower.includes(firstWord),
  );
}

/** The values that begin as a stretch of the text does. */
function beginningIn(
  compact: string,
  byStart: ReadonlyMap<string, readonly Sought[]>,
): readonly Sought[] {
  const found = new Set<readonly Sought[]>();
  for (let at = 0; at < compact.length; at += 1) {
    for (let length = minLetters; length <= startLength; length += 1) {
      const values = byStart.get(compact.slice(at, at + length));
      if (values !== undefined) found.add(values);
    }
  }
  return [...found].flat();
}

const isSame = (a: Detection, b: Detection): boolean =>
  a.kind === b.kind && a.start === b.start && a.end === b.end;

/** Letters and digits of a text in lower case, `starts` being where each stood. */
interface Folded {
  readonly compact: string;
  readonly starts: readonly number[];
}

const kept = /[\p{L}\p{N}]/u;

function fold(text: string): Folded {
  let compact = '';
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const lower = char.toLowerCase();
    if (lower.length !== 1 || !kept.test(lower)) continue;
    compact += lower;
    starts.push(at);
  }
  return { compact, starts };
}

function searchFolded(folded: Folded, values: readonly Sought[], text: string): Detection[] {
  return values.flatMap((value) => searchValue(folded, value, text));
}

function searchValue(
  folded: Folded,
  { kind, canonical, needle }: Sought,
  text: string,
): Detection[] {
  const found: Detection[] = [];
  let at = folded.compact.indexOf(needle);
  while (at >= 0) {
    const start = folded.starts[at] ?? 0;
    const end = (folded.starts[at + needle.length - 1] ?? 0) + 1;
    if (stands(text.slice(start, end), canonical, needle) && isWhole(text, start, end)) {
      found.push({ kind, start, end, score, detector: 'consistency' });
    }
    at = folded.compact.indexOf(needle, at + 1);
  }
  return found;
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
