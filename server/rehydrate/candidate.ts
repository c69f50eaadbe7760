import type { FailedToken } from './piece.ts';
import type { ScopedToken } from './token-scope.ts';

/** Text that may still become a token; `text` begins with it and holds nothing after it. */
export interface Candidate {
  readonly text: string;
  /** The character before it; empty at the start of a text and right behind a token. */
  readonly before: string;
  /** How many characters of `text` have been forwarded, or stood in for by `sent`. */
  readonly emitted: number;
  /** What went out in the token's place before it had ended (design D18). */
  readonly sent?: ScopedToken | FailedToken;
  /** When its last character came, in the caller's time. */
  readonly since: number;
  /** Its time was up, and it has not grown since. */
  readonly overdue?: true;
}
