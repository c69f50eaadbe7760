import type { Problem } from './schema.ts';

/**
 * What the server cannot be started with, such as keys that cannot be had or a setting that will not
 * do. Somebody must act: trying again by itself changes nothing.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}
