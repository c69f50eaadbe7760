import type { RehydrationFailure } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import { parseToken, redactedMark, type Token, tokenCuts } from '../domain/token.ts';
import {
  type FailedToken,
  type ForeignToken,
  type ReplyPiece,
  textRestorer,
} from './text-restorer.ts';
import type { RestoreContext } from './token-scope.ts';
import { textWriter, type ValueWriter } from './value-writers.ts';

/** Most tokens of one reply that may fail: each is an event of its own, and none is dropped (decision 0051). */
export const maxFailedTokens = 1_000;

/** What has become of the tokens of one reply so far. */
export interface RestoreTally {
  restored: number;
  readonly failed: FailedToken[];
}

export function emptyTally(): RestoreTally {
  return { restored: 0, failed: [] };
}

/** Sees one text of a reply on both sides as it passes (design D30); cuts mean nothing. */
export interface ReplyObserver {
  /** Text that came from the model. */
  received(masked: string): void;
  /** Text that was passed on; `token` when it stands in a token's place. */
  forwarded(text: string, token?: { readonly kind: string; readonly restored: boolean }): void;
}

/** Writes pieces as reply text: values for tokens, `[REDACTED:KIND]` for those that fail; counts both. */
export async function renderPieces(
  pieces: readonly ReplyPiece[],
  restoration: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter,
  watch?: ReplyObserver,
): Promise<string> {
  let text = '';
  const put = (part: string, token?: { readonly kind: string; readonly restored: boolean }) => {
    text += part;
    if (token === undefined) writer.observe(part);
    if (part !== '') watch?.forwarded(part, token);
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
  { text, kind, emittedFailure }: ForeignToken,
  restoration: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter,
): Promise<{ readonly value: string; readonly restored: boolean; readonly rest: string }> {
  const { outcome, length } = await resolveForeign(text, restoration);
  if (emittedFailure !== undefined) {
    if ('reason' in outcome) emittedFailure.reason = outcome.reason;
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

function fail(failure: FailedToken, { failed }: RestoreTally): void {
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
async function resolveForeign(
  text: string,
  restoration: RestoreContext,
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
  { check, resolve }: RestoreContext,
): Promise<Outcome> {
  if (token === undefined) return { reason: 'malformed' };
  return (await resolve?.(token)) ?? { reason: check?.(token) ?? 'out_of_scope' };
}

/** Characters that are restored in one go. Where a text is cut changes nothing (design D18). */
const sliceLength = 4_096;

/** A text in pieces that are restored one by one, with a pause between them. */
export function slicesOf(text: string): readonly string[] {
  if (text.length <= sliceLength) return [text];
  const count = Math.ceil(text.length / sliceLength);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * sliceLength, (index + 1) * sliceLength),
  );
}

/** A whole text with its tokens restored (spec, rule 5); counts go into `tally`. */
export async function restoreText(
  text: string,
  restoration: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter = textWriter(),
  watch?: ReplyObserver,
): Promise<string> {
  const restorer = textRestorer(restoration);
  const render = (pieces: readonly ReplyPiece[]): Promise<string> =>
    renderPieces(pieces, restoration, tally, writer, watch);
  let restored = '';
  for (const slice of slicesOf(text)) {
    watch?.received(slice);
    restored += await render(restorer.push(slice, 0));
    await restoration.pause?.();
  }
  return restored + (await render(restorer.end()));
}
