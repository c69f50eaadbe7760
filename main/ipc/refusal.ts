import type { Problem, Refused } from './schema.ts';

/**
 * Why the server cannot start, such as unavailable keys or an unusable setting. A person must fix
 * it: another try would fail too.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** The outcome of a call that is refused for one reason. */
export function refusedAt(path: string, message: string): Refused {
  return { ok: false, problems: [{ path, message }] };
}
