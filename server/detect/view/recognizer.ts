import type { Speaker } from '../../domain/detection.ts';
import type { Language } from '../../normalize/languages/language.ts';

/**
 * One rendering of the text being searched: as written, or its spoken shadow (design D2). Spans a
 * recognizer returns are positions in `text`; the engine maps shadow spans back.
 */
export interface View {
  readonly text: string;
  readonly form: 'written' | 'shadow';
  readonly speaker: Speaker;
  /**
   * Lower-cased shadow text of what was said just before, '' when nothing: "what is your date of
   * birth" decides what a bare answer is. Short turns are preceded by the ones before them, one per
   * line; turns in which the caller gave a number are left out.
   */
  readonly question: string;
  /** The languages that the policy covers besides the usual ones. */
  readonly further: readonly Language[];
  /** The words that [start, end) of a shadow was read from; absent where the text is as written. */
  readonly wordsOf?: (start: number, end: number) => string;
}

/** Why something counts as a value. */
export interface Evidence {
  /** Which rule of the recognizer matched, for tests and tuning; never text of the match. */
  readonly rule: string;
  /** 0 to 1. */
  readonly score: number;
}

/** A candidate span in a view. Never carries text. */
export interface Match extends Evidence {
  readonly start: number;
  readonly end: number;
}

/** Finds the values of one kind, by patterns, by their context and by what rules a match out. Pure. */
export interface Recognizer {
  readonly kind: string;
  /** See `Finder`. */
  readonly id: string;
  find(view: View): readonly Match[];
}
