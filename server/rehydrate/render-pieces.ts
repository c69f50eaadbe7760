import type { RehydrationFailure } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import { parseToken, redactedMark, type Token, tokenCuts } from '../domain/token.ts';
import type { FailedToken, ForeignToken, Piece } from './piece.ts';
import type { Restoration } from './token-scope.ts';
import type { Writer } from './writers.ts';

/** Most tokens of one reply that may fail: each is an event of its own, and none is dropped (decision 0051). */
export const maxFailedTokens = 1_000;

/** What has become of the tokens of one reply so far. */
export interface Tally {
  restored: number;
  readonly failed: FailedToken[];
}

export function emptyTally(): Tally {
  return { restored: 0, failed: [] };
}

/** Sees one text of a reply on both sides as it passes (design D30); cuts mean nothing. */
export interface ReplyWatch {
  /** Text that came from the model. */
  came(masked: string): void;
  /** Text that was passed on; `token` when it stands in a token's place. */
  passed(text: string, token?: { readonly kind: string; readonly restored: boolean }): void;
}

/** Writes pieces as reply text: values for tokens, `[REDACTED:KIND]` for those that fail; counts both. */
export async function renderPieces(
  pieces: readonly Piece[],
  restoration: Restoration,
  tally: Tally,
  writer: Writer,
  watch?: ReplyWatch,
): Promise<string> {
  let text = '';
  const put = (part: string, token?: { readonly kind: string; readonly restored: boolean }) => {
    text += part;
    if (token === undefined) writer.passed(part);
    if (part !== '') watch?.passed(part, token);
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') put(piece);
    else if (piece.is === 'redacted') {
      const { failure } = piece;
      fail(failure, tally);
      put(redactedMark(failure.kind), { kind: failure.kind, restored: false });
    } else if (piece.is === 'restored') {
      tally.restored += 1;
      put(writer.write(piece.entry.surface), { kind: piece.entry.kind, restored: true });
    } else {
      const { value, restored, rest } = await renderForeign(piece, restoration, tally, writer);
      put(value, { kind: piece.kind, restored });
      put(rest);
    }
  }
  return text;
}

async function renderForeign(
  { text, kind, answered }: ForeignToken,
  restoration: Restoration,
  tally: Tally,
  writer: Writer,
): Promise<{ readonly value: string; readonly restored: boolean; readonly rest: string }> {
  const { outcome, length } = await lookUp(text, restoration);
  if (answered !== undefined) {
    if ('reason' in outcome) answered.reason = outcome.reason;
    return { value: '', restored: false, rest: '' };
  }
  const rest = text.slice(length);
  if ('surface' in outcome) {
    tally.restored += 1;
    return { value: writer.write(outcome.surface), restored: true, rest };
  }
  fail({ kind, reason: outcome.reason }, tally);
  return { value: redactedMark(kind), restored: false, rest };
}

function fail(failure: FailedToken, { failed }: Tally): void {
  if (failed.length === maxFailedTokens) {
    const message = `the upstream reply has more than ${maxFailedTokens} tokens that cannot be restored`;
    throw new Fault('upstream_error', message);
  }
  failed.push(failure);
}

type Outcome = { readonly surface: string } | { readonly reason: RehydrationFailure };

/**
 * A foreign token's end is where its alphabet ends, so one that is glued to the next word is told
 * from it by cutting at the lengths that tokens have. Without a check no cut is better than another.
 */
async function lookUp(
  text: string,
  restoration: Restoration,
): Promise<{ readonly outcome: Outcome; readonly length: number }> {
  const verifiable = restoration.check !== undefined || restoration.resolve !== undefined;
  for (const cut of verifiable ? tokenCuts(text) : [text]) {
    const outcome = await outcomeOf(parseToken(cut), restoration);
    if ('surface' in outcome || outcome.reason !== 'malformed') {
      return { outcome, length: cut.length };
    }
  }
  return { outcome: { reason: 'malformed' }, length: text.length };
}

async function outcomeOf(
  token: Token | undefined,
  { check, resolve }: Restoration,
): Promise<Outcome> {
  if (token === undefined) return { reason: 'malformed' };
  return (await resolve?.(token)) ?? { reason: check?.(token) ?? 'out_of_scope' };
}
