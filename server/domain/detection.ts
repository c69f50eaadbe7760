const digitKinds = new Set(['PHONE', 'FAX', 'SSN', 'CREDIT_CARD']);
const wordKinds = new Set(['NAME', 'ADDRESS', 'LOCATION', 'DOB', 'DATE', 'AGE_OVER_89']);

/** Whether values of a kind are words, of which a pattern may read only some. */
export const isWordKind = (kind: string): boolean => wordKinds.has(kind);

/**
 * The form that equal values of one kind share (design D11), from a value in written form: digits
 * for numbers, case-folded and single-spaced words for names, places and dates, case-folded letters
 * and digits for other identifiers. Empty only when the value holds nothing of that sort, in which
 * case the folded value itself is returned.
 */
export function canonicalValue(kind: string, written: string): string {
  const folded = written.normalize('NFKC').toLowerCase();
  const canonical = digitKinds.has(kind)
    ? folded.replace(/\D/g, '')
    : isWordKind(kind)
      ? folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
      : folded.replace(/[^\p{L}\p{N}@.:/]/gu, '');
  return canonical === '' ? folded : canonical;
}

const wordCharacters = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** From the first letter or digit of a stretch to its last; undefined where it has none. */
export function wordSpan(text: string, start: number, end: number): Span | undefined {
  const found = wordCharacters.exec(text.slice(start, end));
  if (found === null) return undefined;
  return [start + found.index, start + found.index + found[0].length];
}

/** Half-open range of UTF-16 code units in one text (design D1). */
export type Span = readonly [start: number, end: number];

/**
 * One sensitive span found in one text. It never carries the text itself (design D1).
 * `score` is 0 to 1; `detector` names the finder, such as `regex.phone`.
 */
export interface Detection {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly detector: string;
  /** Of a name in several words, those that name somebody by themselves. */
  readonly parts?: readonly Span[];
}

/**
 * A text beside its spoken-to-written rendering (design D2). `starts[i]` and `ends[i]` bound the
 * original characters that shadow character `i` stands for, so a shadow span [a, b) is the original
 * span [starts[a], ends[b - 1]). Both arrays have the shadow's length and never decrease.
 */
export interface Shadow {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export type Speaker = 'user' | 'assistant' | 'system' | 'tool';

/** One text of a request as the detectors see it: as written, and as its shadow. */
export interface Utterance {
  readonly speaker: Speaker;
  readonly text: string;
  readonly shadow: Shadow;
}

/** A text to search with what was said before it, the nearest first. */
export interface DetectionInput {
  readonly utterance: Utterance;
  readonly before: readonly Utterance[];
}

/** A value found somewhere in a call, looked for everywhere else in it (design D5). */
export interface KnownValue {
  readonly kind: string;
  /** Form that equal values share: digits for numbers, case-folded and single-spaced for words (design D11). */
  readonly canonical: string;
  readonly surface: string;
}

/** A detection with the canonical form of the value it covers (design D11). */
export interface Finding extends Detection {
  readonly canonical: string;
  /** Only part of a value, the rest of which stands in another text: not to be looked for elsewhere. */
  readonly isHalf?: true;
}
