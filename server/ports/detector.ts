import type { Detection, DetectionInput } from '../domain/detection.ts';

/**
 * A model-backed detection pass (spec, pass `nermodel`). Rejects when it cannot answer; a rejection
 * refuses the request, it never means "nothing found" (design D6).
 */
export interface Detector {
  /** Changes whenever the model does; part of the detection cache key (design D7). */
  readonly version: string;
  /** Whether most people know a word in lower case, and no list has it as a name; false when in doubt. */
  readonly isEverydayWord?: (word: string) => boolean;
  /**
   * A model may read again what it is unsure of, of all inputs together at most `mostReadAgain` word pieces. Beyond that
   * what it is unsure of counts as found, with a detector of its own name in the record (decision 0149).
   */
  detect(
    inputs: readonly DetectionInput[],
    mostReadAgain?: number,
  ): Promise<readonly (readonly Detection[])[]>;
}
