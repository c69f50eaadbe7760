import { findTokenStart, foldToken, readTokenShape, redactedMark } from '../domain/token.ts';
import type { Candidate } from './candidate.ts';
import type { Piece } from './piece.ts';
import type { Restoration, ScopedToken } from './token-scope.ts';

/** What an overdue candidate gives up, and what is remembered of it. */
export interface LetGo {
  readonly pieces: readonly Piece[];
  readonly candidate: Candidate;
}

/**
 * Design D18, for a candidate whose time is up: the value, when its beginning already names exactly
 * one token in scope; nothing, while it may still be one of several; `[REDACTED:KIND]`, when it is a
 * foreign token but for its end; else the text as it stands.
 */
export function letGo(candidate: Candidate, { scope, resolve }: Restoration): LetGo {
  const { text, gone, sent } = candidate;
  if (sent !== undefined) return { pieces: [], candidate };
  const folded = foldToken(text);
  const possible = scope.beginningWith(folded);
  const named = onlyNamed(folded, possible);
  if (named !== undefined) {
    return answered(candidate, named, { is: 'restored', entry: named });
  }
  // With `resolve`, which tokens are in scope is not known until one is whole.
  if (possible.length > 0 || resolve !== undefined) return { pieces: [], candidate };
  const kind = foreignKind(text);
  if (kind !== undefined) return answered(candidate, 'redacted', redactedMark(kind));
  const pieces = gone < text.length ? [text.slice(gone)] : [];
  return { pieces, candidate: { ...candidate, gone: text.length } };
}

function answered(candidate: Candidate, sent: ScopedToken | 'redacted', piece: Piece): LetGo {
  return { pieces: [piece], candidate: { ...candidate, gone: candidate.text.length, sent } };
}

/** A beginning without its KIND says too little: "T" begins every token, and many words. */
function onlyNamed(folded: string, possible: readonly ScopedToken[]): ScopedToken | undefined {
  const hasKind = folded.split('.').length > 2;
  return hasKind && possible.length === 1 ? possible[0] : undefined;
}

function foreignKind(text: string): string | undefined {
  if (findTokenStart(text, 0)?.complete !== true) return undefined;
  const { complete, kind } = readTokenShape(text);
  return complete ? kind : undefined;
}
