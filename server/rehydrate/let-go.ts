import type { Candidate } from './candidate.ts';
import type { FailedToken, Piece } from './piece.ts';
import { readingAt } from './reading.ts';
import { scan } from './scan.ts';
import type { Restoration, ScopedToken } from './token-scope.ts';

/** What an overdue candidate gives up, and what is remembered of it. */
export interface LetGo {
  readonly pieces: readonly Piece[];
  readonly candidate: Candidate;
}

/** How many characters of a payload must have come before they may name a token. */
const namingCharacters = 4;

/**
 * Design D18, for a candidate whose time is up: the value, when the payload so far names exactly one
 * token in scope; else what a reply that ended here would say. Nothing of it is said twice.
 */
export function letGo(candidate: Candidate, restoration: Restoration): LetGo {
  if (candidate.sent !== undefined) return { pieces: [], candidate };
  const given = { ...candidate, gone: candidate.text.length };
  const named = onlyNamed(candidate.text, restoration);
  if (named !== undefined) {
    const pieces: readonly Piece[] = [{ is: 'restored', entry: named }];
    return { pieces, candidate: { ...given, sent: named } };
  }
  const { pieces } = scan(candidate.text, candidate, restoration.scope, true);
  const [first, ...rest] = pieces;
  if (typeof first !== 'object') return { pieces, candidate: given };
  if (first.is !== 'foreign') {
    const sent = first.is === 'restored' ? { sent: first.entry } : {};
    return { pieces, candidate: { ...given, ...sent } };
  }
  const failure: FailedToken = { kind: first.kind, reason: 'malformed' };
  return {
    pieces: [{ is: 'redacted', failure }, ...rest],
    candidate: { ...given, sent: failure },
  };
}

/** With `resolve`, any token of the agent may be meant, and only a whole one says which. */
function onlyNamed(text: string, { scope, resolve }: Restoration): ScopedToken | undefined {
  const { characters } = readingAt(text, 0);
  const payload = characters.split('.')[3] ?? '';
  if (resolve !== undefined || payload.length < namingCharacters) return undefined;
  const [named, ...others] = scope.beginningWith(characters);
  return others.length === 0 ? named : undefined;
}
