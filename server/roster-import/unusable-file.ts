import type { importFailures } from '../domain/roster.ts';

/** A file from which no roster can be read. */
export class UnusableFile extends Error {
  readonly failure: (typeof importFailures)[number];

  constructor(failure: UnusableFile['failure']) {
    super(`the file cannot be used: ${failure}`);
    this.failure = failure;
  }
}
