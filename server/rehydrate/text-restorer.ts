import type { RehydrationFailure } from '../domain/event.ts';
import {
  type CandidateState,
  isBegunToken,
  nextCandidate,
  onlyTokenNamedBy,
  stateOf,
  unknownKind,
} from './token-candidate.ts';
import type { RestoreContext, ScopedToken, TokenScope } from './token-scope.ts';

/** A token that was not restored, as `rehydration_failed` records it (spec, rule 11). */
export interface FailedToken {
  readonly kind: string;
  /** `malformed` until the token has ended, if its mark was emitted before (design D18). */
  reason: RehydrationFailure;
}

/** Token-shaped text that is not in scope. */
export interface ForeignToken {
  readonly is: 'foreign';
  /** Its characters, without the blanks and line breaks that a model put between them. */
  readonly text: string;
  readonly kind: string;
  /** Set when its `[REDACTED:KIND]` was emitted before it had ended (design D18): only the reason is open. */
  readonly emittedFailure?: FailedToken;
}

/** What a restorer emits, in order. A string is ordinary reply text to forward unchanged. */
export type ReplyPiece =
  | string
  | { readonly is: 'restored'; readonly entry: ScopedToken }
  | ForeignToken
  /** The mark of a foreign token that has not ended yet (design D18). */
  | { readonly is: 'redacted'; readonly failure: FailedToken };

/** The text that waits for more text, and what is known of the text before it. */
interface HeldText {
  /** Begins with an open candidate; empty when nothing waits. */
  readonly text: string;
  /** The character before `text`; empty at the start of a reply and right after a token. */
  readonly before: string;
  /** How many characters of `text` were forwarded or replaced. */
  readonly emitted: number;
  /** The value or the failure that was emitted for the candidate before it had ended (design D18). */
  readonly replacement?: ScopedToken | FailedToken;
}

/** The pieces that are decided, and the text that is not. */
interface Progress {
  readonly pieces: readonly ReplyPiece[];
  readonly held: HeldText;
}

/** Cuts the held text into pieces, up to its first open candidate. `final`: no candidate stays open. */
function scan(held: HeldText, scope: TokenScope, final: boolean): Progress {
  const { text, emitted, replacement } = held;
  if (replacement === undefined) return scanFrom(0, held, scope, final);
  const state = stateOf(text, 0, scope, final);
  if (state.is === 'open') return { pieces: [], held };
  const own = state.is === 'text' ? [] : piecesAfter(replacement, pieceOf(state));
  const afterToken = { text, before: '', emitted: Math.max(emitted, state.length) };
  const rest = scanFrom(state.length, afterToken, scope, final);
  return { ...rest, pieces: [...own, ...rest.pieces] };
}

function scanFrom(start: number, held: HeldText, scope: TokenScope, final: boolean): Progress {
  const { text } = held;
  const pieces: ReplyPiece[] = [];
  let { emitted, before } = held;
  let searchFrom = start;
  let next = nextCandidate(text, searchFrom, scope, final);
  while (next !== undefined) {
    const { at, state } = next;
    if (at > searchFrom) before = text.charAt(at - 1);
    const own = at + lettersOfPreviousWord(text, at, before);
    if (own > emitted) pieces.push(text.slice(emitted, own));
    emitted = Math.max(emitted, own);
    if (state.is === 'open') {
      return { pieces, held: { text: text.slice(at), before, emitted: emitted - at } };
    }
    pieces.push(pieceOf(state));
    emitted = Math.max(emitted, at + state.length);
    searchFrom = emitted;
    before = '';
    next = nextCandidate(text, searchFrom, scope, final);
  }
  if (emitted < text.length) pieces.push(text.slice(emitted));
  if (text.length > searchFrom) before = text.charAt(text.length - 1);
  return { pieces, held: { text: '', before, emitted: 0 } };
}

const letter = /\p{L}/u;
const smallLetters = /t(?:ok?)?/y;

/**
 * How many letters of a candidate belong to the word before it: the end of "about" or "into" is text
 * and is never held, whatever follows. A capital begins a token even after a letter.
 */
function lettersOfPreviousWord(text: string, at: number, before: string): number {
  smallLetters.lastIndex = at;
  return letter.test(before) ? (smallLetters.exec(text)?.[0].length ?? 0) : 0;
}

type TokenPiece = Extract<ReplyPiece, { is: 'restored' | 'foreign' }>;

function pieceOf(state: Extract<CandidateState, { is: 'token' | 'foreign' }>): TokenPiece {
  return state.is === 'token'
    ? { is: 'restored', entry: state.entry }
    : { is: 'foreign', text: state.characters, kind: state.kind };
}

/** What the end of a token adds to the replacement that was emitted for its beginning. */
function piecesAfter(
  replacement: ScopedToken | FailedToken,
  piece: TokenPiece,
): readonly ReplyPiece[] {
  if ('reason' in replacement) {
    return piece.is === 'foreign' ? [{ ...piece, emittedFailure: replacement }] : [];
  }
  const same = piece.is === 'restored' && piece.entry.token === replacement.token;
  return same ? [] : [piece];
}

/**
 * Design D18, for held text that has waited too long: emits the value if the payload so far names
 * exactly one token in scope, else what a reply that ended here would show. Emits nothing twice: of a
 * token that was replaced before, only the words behind it are left.
 */
function flushOverdue(held: HeldText, context: RestoreContext): Progress {
  const emitted = { ...held, emitted: held.text.length };
  if (held.replacement !== undefined) {
    const state = stateOf(held.text, 0, context.scope, true);
    const end = state.is === 'open' ? held.text.length : Math.max(held.emitted, state.length);
    return { pieces: end < held.text.length ? [held.text.slice(end)] : [], held: emitted };
  }
  const named = onlyTokenNamedBy(held.text, context);
  const { pieces } =
    named === undefined
      ? scan(held, context.scope, true)
      : { pieces: [{ is: 'restored', entry: named }] as const };
  const [first, ...rest] = pieces;
  if (typeof first !== 'object' || first.is === 'redacted') return { pieces, held: emitted };
  if (first.is === 'restored') return { pieces, held: { ...emitted, replacement: first.entry } };
  const kind = context.isKind?.(first.kind) === false ? unknownKind : first.kind;
  const failure: FailedToken = { kind, reason: 'malformed' };
  return {
    pieces: [{ is: 'redacted', failure }, ...rest],
    held: { ...emitted, replacement: failure },
  };
}

/**
 * Finds the tokens of one text that comes in chunks. The result does not depend on where the chunks
 * are cut, nor on when they come unless `expire` is called. The restorer holds only text that may
 * still become a token (design D18).
 */
export interface TextRestorer {
  /** The pieces that can be forwarded now. `now` is a time in any unit; `heldSince` returns it. */
  push(chunk: string, now: number): readonly ReplyPiece[];
  /** When the last character came of held text that `expire` has not emitted yet. */
  heldSince(): number | undefined;
  /** Whether that text is a token that has begun; false of letters that may as well end a word. */
  holdsToken(): boolean;
  /** The held text has waited too long: emits as much of it as design D18 allows. */
  expire(): readonly ReplyPiece[];
  /** The text is over: emits the rest. */
  end(): readonly ReplyPiece[];
}

export function textRestorer(context: RestoreContext): TextRestorer {
  let held: HeldText = { text: '', before: '', emitted: 0 };
  let since = 0;
  let expired = false;

  const { isKind = () => true } = context;
  const named = (piece: ReplyPiece): ReplyPiece =>
    typeof piece !== 'object' || piece.is !== 'foreign' || isKind(piece.kind)
      ? piece
      : { ...piece, kind: unknownKind };
  const keep = (progress: Progress): readonly ReplyPiece[] => {
    held = progress.held;
    return progress.pieces.map(named);
  };
  const advance = (chunk: string, final: boolean) =>
    keep(scan({ ...held, text: held.text + chunk }, context.scope, final));

  return {
    push: (chunk, now) => {
      if (chunk === '') return [];
      since = now;
      expired = false;
      return advance(chunk, false);
    },
    heldSince: () => (expired || held.emitted === held.text.length ? undefined : since),
    holdsToken: () => isBegunToken(held.text, context),
    expire: () => {
      expired = true;
      return keep(flushOverdue(held, context));
    },
    end: () => advance('', true),
  };
}
