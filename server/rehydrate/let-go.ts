import { findTokenStart } from '../domain/token.ts';
import type { Candidate } from './candidate.ts';
import type { Piece } from './piece.ts';
import { type Reading, readingAt } from './reading.ts';
import type { Restoration, ScopedToken, TokenScope } from './token-scope.ts';
import { tokenShape } from './token-shape.ts';

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
  const { text, sent } = candidate;
  // With `resolve`, any token of the agent may be meant, and which is known once it is whole.
  if (sent !== undefined || resolve !== undefined) return { pieces: [], candidate };
  const reading = readingAt(text, 0);
  const possible = isProse(reading) ? [] : scope.beginningWith(reading.characters);
  const named = onlyNamed(reading, possible);
  if (named !== undefined) {
    const pieces: readonly Piece[] = [{ is: 'restored', entry: named }];
    return { pieces, candidate: { ...candidate, gone: text.length, sent: named } };
  }
  return possible.length > 0 ? { pieces: [], candidate } : flushed(candidate, scope);
}

function flushed(candidate: Candidate, scope: TokenScope): LetGo {
  const { text, gone } = candidate;
  const inner = innerStart(text, scope);
  const reading = readingAt(text.slice(0, inner), 0);
  const shape = tokenShape(reading.written);
  const own = shape.token ? reading.lengthOf(shape.length) : 0;
  const mark: readonly Piece[] = own > 0 ? [{ is: 'redacted', kind: shape.kind }] : [];
  if (own > 0 && own === inner) {
    return { pieces: mark, candidate: { ...candidate, gone: text.length, sent: 'redacted' } };
  }
  const upTo = Math.max(gone, inner);
  const rest = text.slice(Math.max(gone, own), upTo);
  return {
    pieces: [...mark, ...(rest === '' ? [] : [rest])],
    candidate: { ...candidate, gone: upTo, ...(own > 0 ? { sent: 'redacted' } : {}) },
  };
}

/** Where, within a candidate, another begins that may still be a token in scope; the text's end when none does. */
function innerStart(text: string, scope: TokenScope): number {
  let start = findTokenStart(text, 1);
  while (start !== undefined && !mayBeToken(readingAt(text, start.at), scope)) {
    start = findTokenStart(text, start.at + 1);
  }
  return start?.at ?? text.length;
}

function mayBeToken({ characters, open }: Reading, scope: TokenScope): boolean {
  return open && scope.beginningWith(characters).length > 0;
}

/** "Tok1. Phone. …": held no longer, since sentences end so, though a token may come of it all the same. */
function isProse({ written }: Reading): boolean {
  const [version = '', kind = '', ...rest] = written.split('.');
  return /^\s/.test(kind) && /[a-z]/.test(version + kind) && rest.length < 2;
}

/**
 * A beginning without its KIND says too little: "T" begins every token, and many words. Where blanks
 * follow its dots, which may end sentences, it takes the kid as well.
 */
function onlyNamed(
  { written }: Reading,
  possible: readonly ScopedToken[],
): ScopedToken | undefined {
  const dots = /\s/.test(written) ? 3 : 2;
  const saysEnough = written.split('.').length > dots;
  return saysEnough && possible.length === 1 ? possible[0] : undefined;
}
