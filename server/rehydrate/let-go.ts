import { findTokenStart, readTokenShape, redactedMark } from '../domain/token.ts';
import type { Candidate } from './candidate.ts';
import type { Piece } from './piece.ts';
import type { Restoration, ScopedToken, TokenScope } from './token-scope.ts';

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
  // With `resolve`, any token of the agent may be meant, and which is known once it is whole.
  if (sent !== undefined || resolve !== undefined) return { pieces: [], candidate };
  const possible = scope.beginningWith(text);
  const named = onlyNamed(text, possible);
  if (named !== undefined) {
    return answered(candidate, named, { is: 'restored', entry: named });
  }
  if (possible.length > 0) return { pieces: [], candidate };
  const inner = innerStart(text, scope);
  const kind = foreignKind(text.slice(0, inner));
  if (kind !== undefined) return answered(candidate, 'redacted', redactedMark(kind));
  const upTo = Math.max(gone, inner);
  const pieces = gone < upTo ? [text.slice(gone, upTo)] : [];
  return { pieces, candidate: { ...candidate, gone: upTo } };
}

/** Where, within a candidate, another begins that may still be a token in scope; the text's end when none does. */
function innerStart(text: string, scope: TokenScope): number {
  let start = findTokenStart(text, 1);
  while (start !== undefined && scope.beginningWith(text.slice(start.at)).length === 0) {
    start = findTokenStart(text, start.at + 1);
  }
  return start?.at ?? text.length;
}

function answered(candidate: Candidate, sent: ScopedToken | 'redacted', piece: Piece): LetGo {
  return { pieces: [piece], candidate: { ...candidate, gone: candidate.text.length, sent } };
}

/** A beginning without its KIND says too little: "T" begins every token, and many words. */
function onlyNamed(text: string, possible: readonly ScopedToken[]): ScopedToken | undefined {
  const hasKind = text.split('.').length > 2;
  return hasKind && possible.length === 1 ? possible[0] : undefined;
}

function foreignKind(text: string): string | undefined {
  if (findTokenStart(text, 0)?.complete !== true) return undefined;
  const { complete, kind } = readTokenShape(text);
  return complete ? kind : undefined;
}
