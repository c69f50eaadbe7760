import type { Candidate } from './candidate.ts';
import { letGo } from './let-go.ts';
import type { Piece } from './piece.ts';
import { scan } from './scan.ts';
import type { Restoration } from './token-scope.ts';

/**
 * Finds the tokens of one text that comes in chunks. Where the chunks are cut changes nothing, and
 * the only text ever held is an unfinished token candidate (design D18).
 */
export interface TextRestorer {
  /** What can be forwarded now. `now` is a time in any unit; `heldSince` gives it back. */
  push(chunk: string, now: number): readonly Piece[];
  /** Since when text is held that has not been through `expire` yet. */
  heldSince(): number | undefined;
  /** The held text's time is up: lets go of it as far as design D18 allows. */
  expire(): readonly Piece[];
  /** The text is over: lets go of everything. */
  end(): readonly Piece[];
}

export function textRestorer(restoration: Restoration): TextRestorer {
  let held: Candidate | undefined;

  const advance = (chunk: string, now: number, final: boolean): readonly Piece[] => {
    const earlier = held;
    const text = earlier === undefined ? chunk : earlier.text + chunk;
    const { pieces, openAt, gone } = scan(text, earlier, restoration.scope, final);
    held = undefined;
    if (openAt === undefined) return pieces;
    const begun = openAt === 0 && earlier ? earlier : { overdue: false, since: now };
    held = { ...begun, text: text.slice(openAt), gone };
    return held.overdue ? [...pieces, ...release(held)] : pieces;
  };

  const release = (candidate: Candidate): readonly Piece[] => {
    const { pieces, candidate: rest } = letGo(candidate, restoration);
    held = rest;
    return pieces;
  };

  return {
    push: (chunk, now) => advance(chunk, now, false),
    heldSince: () => (held === undefined || held.overdue ? undefined : held.since),
    expire: () => (held === undefined ? [] : release({ ...held, overdue: true })),
    end: () => advance('', 0, true),
  };
}
