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
