import type { Candidate } from './candidate.ts';
import { letGo } from './let-go.ts';
import type { Piece } from './piece.ts';
import { scan } from './scan.ts';
import type { Restoration } from './token-scope.ts';

/**
 * Finds the tokens of one text that comes in chunks. Where the chunks are cut changes nothing, nor
 * does when they come unless `expire` is called, and only text that may still become a token is held
 * (design D18).
 */
export interface TextRestorer {
  /** What can be forwarded now. `now` is a time in any unit; `heldSince` gives it back. */
  push(chunk: string, now: number): readonly Piece[];
  /** When the last character came of text that is held and has not been through `expire` since. */
  heldSince(): number | undefined;
  /** The held text's time is up: lets go of it as far as design D18 allows. */
  expire(): readonly Piece[];
  /** The text is over: lets go of everything. */
  end(): readonly Piece[];
}

export function textRestorer(restoration: Restoration): TextRestorer {
  let held: Candidate | undefined;
  let before = '';

  const advance = (chunk: string, now: number, final: boolean): readonly Piece[] => {
    const earlier = held ?? { text: '', before, gone: 0 };
    const text = earlier.text + chunk;
    const found = scan(text, earlier, restoration.scope, final);
    ({ before } = found);
    const { pieces, openAt, gone } = found;
    const sent = openAt === 0 ? held?.sent : undefined;
    held =
      openAt === undefined
        ? undefined
        : { text: text.slice(openAt), before, gone, since: now, ...(sent && { sent }) };
    return pieces;
  };

  return {
    push: (chunk, now) => (chunk === '' ? [] : advance(chunk, now, false)),
    heldSince: () =>
      held === undefined || held.overdue || held.gone === held.text.length ? undefined : held.since,
    expire: () => {
      if (held === undefined) return [];
      const { pieces, candidate } = letGo(held, restoration);
      held = { ...candidate, overdue: true };
      return pieces;
    },
    end: () => advance('', 0, true),
  };
}
