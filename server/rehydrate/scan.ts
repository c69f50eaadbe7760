import { findTokenStart } from '../domain/token.ts';
import type { Candidate } from './candidate.ts';
import type { ReplyPiece } from './piece.ts';
import type { TokenScope } from './token-scope.ts';
import { matchTokenAt, type TokenMatch } from './verdict.ts';

/** `openAt` is where a candidate begins that more text must decide; its first `gone` characters are dealt with. */
export interface ScanResult {
  readonly pieces: readonly ReplyPiece[];
  readonly candidateAt: number | undefined;
  readonly emitted: number;
  /** The character before `openAt`, or before the next text; empty behind a token. */
  readonly before: string;
}

/**
 * Cuts a text into pieces up to its first undecided candidate. `earlier` is the candidate that the
 * text begins with, or what is known of the text before. `final`: no more text will come, so nothing
 * is left undecided.
 */
export function scanForTokens(
  text: string,
  earlier: Pick<Candidate, 'before' | 'emitted' | 'sent'>,
  scope: TokenScope,
  final: boolean,
): ScanResult {
  const pieces: ReplyPiece[] = [];
  let { emitted: from, before } = earlier;
  let search = 0;
  if (earlier.sent !== undefined) {
    const verdict = matchTokenAt(text, 0, scope, final);
    if (verdict.is === 'open') return { pieces, candidateAt: 0, emitted: text.length, before };
    pieces.push(...piecesAfterEmission(verdict, earlier.sent));
    from = Math.max(from, verdict.length);
    search = verdict.length;
    before = '';
  }
  let next = nextCandidate(text, search, scope, final);
  while (next !== undefined) {
    const { at, verdict } = next;
    if (at > search) before = text.charAt(at - 1);
    const own = at + lettersOfPreviousWord(text, at, before);
    if (own > from) pieces.push(text.slice(from, own));
    from = Math.max(from, own);
    if (verdict.is === 'open') return { pieces, candidateAt: at, emitted: from - at, before };
    pieces.push(pieceOf(verdict));
    from = Math.max(from, at + verdict.length);
    search = from;
    before = '';
    next = nextCandidate(text, from, scope, final);
  }
  if (from < text.length) pieces.push(text.slice(from));
  if (text.length > search) before = text.charAt(text.length - 1);
  return { pieces, candidateAt: undefined, emitted: 0, before };
}

type DecidedMatch = Exclude<TokenMatch, { is: 'open' }>;
type CandidateMatch = Exclude<TokenMatch, { is: 'text' }>;

/** The first candidate from `from` on that is a token or may become one. */
export function nextCandidate(
  text: string,
  from: number,
  scope: TokenScope,
  final: boolean,
): { readonly at: number; readonly verdict: CandidateMatch } | undefined {
  let start = findTokenStart(text, from);
  while (start !== undefined) {
    const { at, complete } = start;
    if (!complete) return final ? undefined : { at, verdict: { is: 'open' } };
    const verdict = matchTokenAt(text, at, scope, final);
    if (verdict.is !== 'text') return { at, verdict };
    start = findTokenStart(text, at + 1);
  }
  return undefined;
}

const letter = /\p{L}/u;
const smallLetters = /t(?:ok?)?/y;

/**
 * How many letters of a candidate belong to the word before it: the end of "about" or "into" is text,
 * and waits for nothing, whatever follows. A capital begins a token behind a letter too.
 */
function lettersOfPreviousWord(text: string, at: number, before: string): number {
  smallLetters.lastIndex = at;
  return letter.test(before) ? (smallLetters.exec(text)?.[0].length ?? 0) : 0;
}

function pieceOf(verdict: Exclude<CandidateMatch, { is: 'open' }>): ReplyPiece {
  return verdict.is === 'token'
    ? { is: 'restored', entry: verdict.entry }
    : { is: 'foreign', text: verdict.characters, kind: verdict.kind };
}

/** A candidate that was answered before it ended: what is left to say or to report once it has. */
function piecesAfterEmission(verdict: DecidedMatch, sent: NonNullable<Candidate['sent']>): readonly ReplyPiece[] {
  if (verdict.is === 'text') return [];
  const piece = pieceOf(verdict);
  if ('reason' in sent) {
    return typeof piece === 'object' && piece.is === 'foreign'
      ? [{ ...piece, emittedFailure: sent }]
      : [];
  }
  const same = verdict.is === 'token' && verdict.entry.token === sent.token;
  return same ? [] : [piece];
}
