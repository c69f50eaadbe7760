import type { Candidate } from './candidate.ts';
import { flushOverdue } from './let-go.ts';
import type { ReplyPiece } from './piece.ts';
import { scanForTokens } from './scan.ts';
import type { RestoreContext } from './token-scope.ts';

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
      held === undefined || held.overdue || held.emitted === held.text.length ? undefined : held.since,
    expire: () => {
      if (held === undefined) return [];
      const { pieces, candidate } = flushOverdue(held, restoration);
      held = { ...candidate, overdue: true };
      return pieces;
    },
    end: () => advance('', 0, true),
  };
}
