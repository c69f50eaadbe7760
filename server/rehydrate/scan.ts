import { findTokenStart } from '../domain/token.ts';
import type { Candidate } from './candidate.ts';
import type { Piece } from './piece.ts';
import type { TokenScope } from './token-scope.ts';
import { judge, type Verdict } from './verdict.ts';

/** `openAt` is where a candidate begins that more text must decide; its first `gone` characters are dealt with. */
export interface Scan {
  readonly pieces: readonly Piece[];
  readonly openAt: number | undefined;
  readonly gone: number;
}

/**
 * Cuts a text into pieces up to its first undecided candidate. `earlier` is the candidate that the
 * text begins with, when part of it has been dealt with before. `final`: no more text will come, so
 * nothing is left undecided.
 */
export function scan(
  text: string,
  earlier: Candidate | undefined,
  scope: TokenScope,
  final: boolean,
): Scan {
  const pieces: Piece[] = [];
  let from = earlier?.gone ?? 0;
  let search = 0;
  if (earlier?.sent !== undefined) {
    const verdict = judge(text, 0, scope, final);
    if (verdict.is === 'open') return { pieces, openAt: 0, gone: text.length };
    pieces.push(...overtaken(verdict, earlier.sent));
    from = Math.max(from, verdict.length);
    search = verdict.length;
  }
  let next = nextCandidate(text, search, scope, final);
  while (next !== undefined) {
    const { at, verdict } = next;
    if (at > from) pieces.push(text.slice(from, at));
    if (verdict.is === 'open') return { pieces, openAt: at, gone: Math.max(0, from - at) };
    pieces.push(pieceOf(verdict));
    from = Math.max(from, at + verdict.length);
    next = nextCandidate(text, from, scope, final);
  }
  if (from < text.length) pieces.push(text.slice(from));
  return { pieces, openAt: undefined, gone: 0 };
}

type Decided = Exclude<Verdict, { is: 'open' }>;
type Found = Exclude<Verdict, { is: 'text' }>;

/** The first candidate from `from` on that is a token or may become one. */
export function nextCandidate(
  text: string,
  from: number,
  scope: TokenScope,
  final: boolean,
): { readonly at: number; readonly verdict: Found } | undefined {
  let start = findTokenStart(text, from);
  while (start !== undefined) {
    const { at, complete } = start;
    if (!complete) return final ? undefined : { at, verdict: { is: 'open' } };
    const verdict = judge(text, at, scope, final);
    if (verdict.is !== 'text') return { at, verdict };
    start = findTokenStart(text, at + 1);
  }
  return undefined;
}

function pieceOf(verdict: Exclude<Found, { is: 'open' }>): Piece {
  return verdict.is === 'token'
    ? { is: 'restored', entry: verdict.entry }
    : { is: 'foreign', text: verdict.characters, kind: verdict.kind };
}

/** A candidate that was answered before it ended: what is left to report once it has. */
function overtaken(verdict: Decided, sent: NonNullable<Candidate['sent']>): readonly Piece[] {
  if (sent === 'redacted') {
    return verdict.is === 'foreign'
      ? [{ is: 'foreign', text: verdict.characters, kind: verdict.kind, answered: true }]
      : [];
  }
  const same = verdict.is === 'token' && verdict.entry.token === sent.token;
  return same ? [] : [{ is: 'mismatch', kind: sent.kind }];
}
