import type { ScopedToken } from './token-scope.ts';

/** A token candidate that has not ended; `text` begins with it and holds nothing after it. */
export interface Candidate {
  readonly text: string;
  /** How many characters of `text` have been forwarded, or stood in for by `sent`. */
  readonly gone: number;
  /** What went out in the token's place before it had ended (design D18). */
  readonly sent?: ScopedToken | 'redacted';
  /** True once its time was up: from then on nothing more is waited for. */
  readonly overdue: boolean;
  /** When it began, in the caller's time. */
  readonly since: number;
}
