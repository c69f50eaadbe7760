import type { SessionId } from '../domain/ids.ts';
import { sizeOf } from './brought-texts.ts';
import type { ReplyLengths } from './reply-texts.ts';
import type { CallTranscript, TurnTranscript, TurnLiveText } from './transcript-types.ts';

/** A turn that is served here. */
interface LocalTurn {
  readonly sessionId: SessionId;
  readonly turn: TurnTranscript;
}

/** The turns of this replica, in the order of the calls. */
export function localTurns(calls: Iterable<CallTranscript>): readonly LocalTurn[] {
  return [...calls].flatMap(({ sessionId, turns }) =>
    turns.filter(({ own: local }) => local).map((turn) => ({ sessionId, turn })),
  );
}

/** What is to be told of a turn of which so much of its reply was told; nothing was without `told`. */
export function unsentText(
  { sessionId, turn }: LocalTurn,
  sent: ReplyLengths | undefined,
): TurnLiveText | undefined {
  const replies = turn.replies.since(sent);
  if (sent !== undefined && replies.length === 0) return undefined;
  const brought = sent === undefined && { brought: turn.requestTexts };
  return { sessionId, turn: turn.facts.turn, ...brought, replies };
}

/** The words as texts of about so many characters each. */
export function* batchTexts(words: readonly TurnLiveText[], characters: number): Generator<string> {
  let some: TurnLiveText[] = [];
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

function repliesSize({ replies }: TurnLiveText): number {
  return replies.reduce((sum, { masked, restored }) => sum + masked.length + restored.length, 0);
}
