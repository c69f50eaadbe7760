import type { Detection, DetectionInput } from '../domain/detection.ts';

/**
 * How many word pieces a model may still read again of one request. A model takes off those that it has read, so the
 * questions of a request share the budget in their order (decision 0149).
 */
export interface SecondReading {
  pieces: number;
}

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
   * A model may read again what it is unsure of, as far as the budget goes; without one all of it. Beyond that
   * what it is unsure of counts as found, with a detector of its own name in the record.
   */
  detect(
    inputs: readonly DetectionInput[],
    secondReading?: SecondReading,
  ): Promise<readonly (readonly Detection[])[]>;
}
