import type { RehydrationFailure } from '../domain/event.ts';
import { findTokenStart } from '../domain/token.ts';
import { matchTokenAt, readTokenAt, type TokenMatch } from './token-match.ts';
import type { RestoreContext, ScopedToken, TokenScope } from './token-scope.ts';

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
function piecesAfterEmission(
  verdict: DecidedMatch,
  sent: NonNullable<Candidate['sent']>,
): readonly ReplyPiece[] {
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

/**
 * Finds the tokens of one text that comes in chunks. Where the chunks are cut changes nothing, nor
 * does when they come unless `expire` is called, and only text that may still become a token is held
 * (design D18).
 */
export interface TextRestorer {
  /** What can be forwarded now. `now` is a time in any unit; `heldSince` gives it back. */
  push(chunk: string, now: number): readonly ReplyPiece[];
  /** When the last character came of text that is held and has not been through `expire` since. */
  heldSince(): number | undefined;
  /** The held text's time is up: lets go of it as far as design D18 allows. */
  expire(): readonly ReplyPiece[];
  /** The text is over: lets go of everything. */
  end(): readonly ReplyPiece[];
}

export function textRestorer(restoration: RestoreContext): TextRestorer {
  let held: Candidate | undefined;
  let before = '';

  const advance = (chunk: string, now: number, final: boolean): readonly ReplyPiece[] => {
    const earlier = held ?? { text: '', before, emitted: 0 };
    const text = earlier.text + chunk;
    const found = scanForTokens(text, earlier, restoration.scope, final);
    ({ before } = found);
    const { pieces, candidateAt, emitted } = found;
    const sent = candidateAt === 0 ? held?.sent : undefined;
    held =
      candidateAt === undefined
        ? undefined
        : { text: text.slice(candidateAt), before, emitted, since: now, ...(sent && { sent }) };
    return pieces;
  };

  return {
    push: (chunk, now) => (chunk === '' ? [] : advance(chunk, now, false)),
    heldSince: () =>
      held === undefined || held.overdue || held.emitted === held.text.length
        ? undefined
        : held.since,
    expire: () => {
      if (held === undefined) return [];
      const { pieces, candidate } = flushOverdue(held, restoration);
      held = { ...candidate, overdue: true };
      return pieces;
    },
    end: () => advance('', 0, true),
  };
}
