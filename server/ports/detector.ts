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
  detect(inputs: readonly DetectionInput[]): Promise<readonly (readonly Detection[])[]>;
}
