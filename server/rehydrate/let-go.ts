import type { Candidate } from './candidate.ts';
import type { FailedToken, ReplyPiece } from './piece.ts';
import { readTokenAt } from './reading.ts';
import { scanForTokens } from './scan.ts';
import type { RestoreContext, ScopedToken } from './token-scope.ts';

/** What an overdue candidate gives up, and what is remembered of it. */
export interface FlushResult {
  readonly pieces: readonly ReplyPiece[];
  readonly candidate: Candidate;
}

/** How many characters of a payload must have come before they may name a token. */
const namingCharacters = 4;

/**
 * Design D18, for a candidate whose time is up: the value, when the payload so far names exactly one
 * token in scope; else what a reply that ended here would say. Nothing of it is said twice.
 */
export function flushOverdue(candidate: Candidate, restoration: RestoreContext): FlushResult {
  if (candidate.sent !== undefined) return { pieces: [], candidate };
  const emittedCandidate = { ...candidate, emitted: candidate.text.length };
  const named = onlyTokenNamed(candidate.text, restoration);
  if (named !== undefined) {
    const pieces: readonly ReplyPiece[] = [{ is: 'restored', entry: named }];
    return { pieces, candidate: { ...emittedCandidate, sent: named } };
  }
  const { pieces } = scanForTokens(candidate.text, candidate, restoration.scope, true);
  const [first, ...rest] = pieces;
  if (typeof first !== 'object') return { pieces, candidate: emittedCandidate };
  if (first.is !== 'foreign') {
    const sent = first.is === 'restored' ? { sent: first.entry } : {};
    return { pieces, candidate: { ...emittedCandidate, ...sent } };
  }
  const failure: FailedToken = { kind: first.kind, reason: 'malformed' };
  return {
    pieces: [{ is: 'redacted', failure }, ...rest],
    candidate: { ...emittedCandidate, sent: failure },
  };
}

/** With `resolve`, any token of the agent may be meant, and only a whole one says which. */
function onlyTokenNamed(text: string, { scope, resolve }: RestoreContext): ScopedToken | undefined {
  const { characters } = readTokenAt(text, 0);
  const payload = characters.split('.')[3] ?? '';
  if (resolve !== undefined || payload.length < namingCharacters) return undefined;
  const [named, ...others] = scope.tokensStartingWith(characters);
  return others.length === 0 ? named : undefined;
}
