import type { SessionId } from '../domain/ids.ts';
import { sizeOf } from './brought-texts.ts';
import type { ReplyLengths } from './reply-texts.ts';
import type { CallTranscript, TurnTranscript, TurnWords } from './transcript-types.ts';

/** A turn that is served here. */
interface OwnTurn {
  readonly sessionId: SessionId;
  readonly turn: TurnTranscript;
}

/** The turns of this replica, in the order of the calls. */
export function ownTurns(calls: Iterable<CallTranscript>): readonly OwnTurn[] {
  return [...calls].flatMap(({ sessionId, turns }) =>
    turns.filter(({ own }) => own).map((turn) => ({ sessionId, turn })),
  );
}

/** What is to be told of a turn of which so much of its reply was told; nothing was without `told`. */
export function wordsOf(
  { sessionId, turn }: OwnTurn,
  told: ReplyLengths | undefined,
): TurnWords | undefined {
  const replies = turn.replies.after(told);
  if (told !== undefined && replies.length === 0) return undefined;
  const brought = told === undefined && { brought: turn.brought };
  return { sessionId, turn: turn.facts.turn, ...brought, replies };
}

/** The words as texts of about so many characters each. */
export function* inTexts(words: readonly TurnWords[], characters: number): Generator<string> {
  let some: TurnWords[] = [];
  let size = 0;
  for (const one of words) {
    some.push(one);
    size += sizeOf(one.brought ?? []) + repliesSize(one);
    if (size < characters) continue;
    yield JSON.stringify(some);
    some = [];
    size = 0;
  }
  if (some.length > 0) yield JSON.stringify(some);
}

function repliesSize({ replies }: TurnWords): number {
  return replies.reduce((sum, { masked, restored }) => sum + masked.length + restored.length, 0);
}
