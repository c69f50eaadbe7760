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

/** Most failed tokens in one reply: each is an event of its own, and none is dropped (decision 0051). */
export const maxFailedTokens = 1_000;

/** The outcome of one reply's tokens so far. */
export interface RestoreTally {
  restored: number;
  readonly failed: FailedToken[];
}

export function emptyTally(): RestoreTally {
  return { restored: 0, failed: [] };
}

/** What a part of the text for the caller replaces. */
export interface ReplacedToken {
  readonly kind: string;
  readonly restored: boolean;
  /** How events name the value; absent where the call did not mint the token. */
  readonly placeholder?: string | undefined;
}

/** Sees one text of a reply before and after restoring (design D30); chunk boundaries mean nothing. */
export interface ReplyObserver {
  /** Text that came from the model. */
  received(masked: string): void;
  /** Text for the caller; `token` when it replaces a token. */
  forwarded(text: string, token?: ReplacedToken): void;
}

/** Restores one text of a reply as it comes: a `TextRestorer` whose pieces are written as text. */
export interface ReplyTextRestorer {
  push(chunk: string, now: number): Promise<string>;
  heldSince(): number | undefined;
  holdsToken(): boolean;
  expire(): Promise<string>;
  end(): Promise<string>;
}

/** Counts go into `tally`. Throws Fault `upstream_error` beyond `maxFailedTokens`. */
export function replyTextRestorer(
  context: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter,
  watch?: ReplyObserver,
): ReplyTextRestorer {
  const restorer = textRestorer(context);
  const render = (pieces: readonly ReplyPiece[]) =>
    renderPieces(pieces, { context, tally, writer, watch });
  return {
    push: async (chunk, now) => {
      let restored = '';
      for (const slice of slicesOf(chunk)) {
        watch?.received(slice);
        restored += await render(restorer.push(slice, now));
        await context.pause?.();
      }
      return restored;
    },
    heldSince: restorer.heldSince,
    holdsToken: restorer.holdsToken,
    expire: () => render(restorer.expire()),
    end: () => render(restorer.end()),
  };
}

interface Rendering {
  readonly context: RestoreContext;
  readonly tally: RestoreTally;
  readonly writer: ValueWriter;
  readonly watch: ReplyObserver | undefined;
}

/** Writes pieces as reply text: values for tokens, `[REDACTED:KIND]` for those that fail; counts both. */
async function renderPieces(pieces: readonly ReplyPiece[], rendering: Rendering): Promise<string> {
  const { tally, writer, watch } = rendering;
  let text = '';
  const put = (part: string, token?: ReplacedToken) => {
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
      const { surface, kind, placeholder } = piece.entry;
      put(writer.write(surface), { kind, restored: true, placeholder });
    } else {
      const { value, restored, rest } = await renderForeign(piece, rendering);
      put(value, { kind: piece.kind, restored });
      put(rest);
    }
  }
  return text;
}

async function renderForeign(
  { text, kind, emittedFailure }: ForeignToken,
  { context, tally, writer }: Rendering,
): Promise<{ readonly value: string; readonly restored: boolean; readonly rest: string }> {
  const { outcome, length } = await resolveForeign(text, context);
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
 * A foreign token ends where its alphabet ends, so its text may include the next word. The lengths
 * that tokens have say where it can be cut. Without a check no cut is better than another.
 */
async function resolveForeign(
  text: string,
  context: RestoreContext,
): Promise<{ readonly outcome: Outcome; readonly length: number }> {
  const verifiable = context.check !== undefined || context.resolve !== undefined;
  for (const cut of verifiable ? tokenCuts(text) : [text]) {
    const outcome = await outcomeOf(parseToken(cut), context);
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

/** Characters between two pauses. Where a text is cut changes nothing (design D18). */
const sliceLength = 4_096;

function slicesOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / sliceLength));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * sliceLength, (index + 1) * sliceLength),
  );
}

/** A whole text with its tokens restored (spec, rule 5); counts go into `tally`. */
export async function restoreText(
  text: string,
  context: RestoreContext,
  tally: RestoreTally,
  writer: ValueWriter = textWriter(),
  watch?: ReplyObserver,
): Promise<string> {
  const restorer = replyTextRestorer(context, tally, writer, watch);
  return (await restorer.push(text, 0)) + (await restorer.end());
}
