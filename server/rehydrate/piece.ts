import type { RehydrationFailure } from '../domain/event.ts';
import type { ScopedToken } from './token-scope.ts';

/** A token that was not restored, as `rehydration_failed` tells it (spec, rule 11). */
export interface FailedToken {
  readonly kind: string;
  /** `malformed` until the token has ended, where its mark went out before (design D18). */
  reason: RehydrationFailure;
}

/** Token-shaped text that is not in scope. */
export interface ForeignToken {
  readonly is: 'foreign';
  /** Its characters, without what a model put between them. */
  readonly text: string;
  readonly kind: string;
  /** Its `[REDACTED:KIND]` went out before it had ended (design D18); what is left is the reason. */
  readonly emittedFailure?: FailedToken;
}

/** What a restorer lets go of, in order; a string is reply text to forward as it is, and no token's. */
export type ReplyPiece =
  | string
  | { readonly is: 'restored'; readonly entry: ScopedToken }
  | ForeignToken
  /** The mark of a foreign token that has not ended yet (design D18). */
  | { readonly is: 'redacted'; readonly failure: FailedToken };
