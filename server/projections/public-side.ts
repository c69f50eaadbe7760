import type { LiveEvent, PartView, ReplyView, TurnView } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';

/** An event without the regulated side of the calls that are not revealed. */
export function publicLiveEvent(
  event: LiveEvent,
  isRevealed: (sessionId: SessionId) => boolean = () => false,
): LiveEvent {
  if ('session_id' in event && isRevealed(event.session_id)) return event;
  switch (event.type) {
    case 'reset':
      return {
        ...event,
        calls: event.calls.map((call) =>
          isRevealed(call.session_id) ? call : { ...call, turns: call.turns.map(publicTurn) },
        ),
      };
    case 'turn':
      return { ...event, turn: publicTurn(event.turn) };
    case 'reply':
      return { ...event, reply: publicReply(event.reply) };
    default:
      return event;
  }
}

/**
 * A turn without its regulated side. Without its texts too if the leak scan blocked them: no model
 * received them, and they may hold unmasked identifiers.
 */
export function publicTurn(turn: TurnView): TurnView {
  const parts = turn.scan?.verdict === 'blocked' ? [] : turn.parts.map(publicPart);
  return { ...turn, parts, replies: turn.replies.map(publicReply) };
}

/** A request text without real values. */
export function publicPart({ regulated: _, spans, ...part }: PartView): PartView {
  return { ...part, spans: spans.map(({ regulated: _span, ...rest }) => rest) };
}

/** A reply text without real values. */
export function publicReply({ regulated: _, values: __, ...reply }: ReplyView): ReplyView {
  return reply;
}
