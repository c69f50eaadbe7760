import type { LiveEvent, PartView, ReplyView, TurnView } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';
import { type FedEvent, isBlocked, publicReply } from '../projections/public-side.ts';
import { partView, replyView } from '../projections/two-sided-view.ts';
import { tokensIn } from '../rehydrate/index.ts';
import type { CallTranscript, EndedCall, Transcripts, TurnTranscript } from './transcript-types.ts';
import { truncateCardNumber } from './truncate-card-number.ts';

type CallHead = Omit<LiveEvent & { type: 'call_started' }, 'type'>;

/** Characters of each reply text that all viewers have received. */
export type SentLengths = ReadonlyMap<
  string,
  { readonly public: number; readonly regulated: number; readonly masked: number }
>;

/** Most characters of texts in a `reset`; calls that spoke earlier come without their turns. */
const maxResetCharacters = 2_000_000;

/** The events of all changes after `after`; `sent` is how much of a turn's reply viewers have. */
export function changesSince(
  transcripts: Transcripts,
  after: number,
  sent: (turn: TurnTranscript) => SentLengths | undefined,
): readonly FedEvent[] {
  const ofCalls = [...transcripts.calls()].flatMap((call): readonly FedEvent[] => {
    if (call.lastChange <= after) return [];
    const turns = call.turns
      .filter(({ changed }) => changed > after)
      .flatMap((turn) => turnChanges(call, turn, after, sent(turn)));
    return call.firstChange > after ? [{ type: 'call_started', ...headOf(call) }, ...turns] : turns;
  });
  const endings = [...transcripts.ended()].filter(({ changed }) => changed > after).map(endEvent);
  return [...ofCalls, ...endings];
}

function turnChanges(
  { sessionId: session_id, exposure }: CallTranscript,
  turn: TurnTranscript,
  after: number,
  sent: SentLengths | undefined,
): readonly FedEvent[] {
  if (sent === undefined || turn.requested > after) {
    return [{ type: 'turn', session_id, turn: turnView(turn), call_exposure: exposure }];
  }
  const number = turn.facts.turn;
  const replies = replyViews(turn).flatMap((view): FedEvent[] => {
    const known = sent.get(channelOf(view)) ?? { public: 0, regulated: 0, masked: 0 };
    const reply = {
      ...view,
      public: view.public.slice(known.public),
      regulated: view.regulated?.slice(known.regulated) ?? '',
    };
    if (reply.public === '' && reply.regulated === '') return [];
    const whole = publicReply(view);
    const masked = isBlocked(turn.facts)
      ? { ...whole, public: '', tokens: [] }
      : { ...whole, public: whole.public.slice(known.masked) };
    return [{ type: 'reply', session_id, turn: number, reply, masked }];
  });
  const { completed, failures } = turn.facts;
  if (completed === undefined || turn.completed <= after) return replies;
  return [...replies, { type: 'turn_completed', session_id, turn: number, completed, failures }];
}

/** The current lengths of a turn's reply texts. */
export function sentLengthsOf(turn: TurnTranscript): SentLengths {
  return new Map(
    replyViews(turn).map((view) => [
      channelOf(view),
      {
        public: view.public.length,
        regulated: view.regulated?.length ?? 0,
        masked: publicReply(view).public.length,
      },
    ]),
  );
}

/** The events of one call; all events when no call is named. */
export function eventsFor(
  sessionId: SessionId | undefined,
  events: readonly FedEvent[],
): readonly FedEvent[] {
  if (sessionId === undefined) return events;
  return events.filter((event) => 'session_id' in event && event.session_id === sessionId);
}

/** The state of all live calls, or of one. */
export function resetEvent(
  transcripts: Transcripts,
  sessionId: SessionId | undefined,
  reason: 'opened' | 'position_unknown' | 'too_slow' | 'reveals_changed',
): FedEvent {
  const calls = [...transcripts.calls()].filter(
    (call) => sessionId === undefined || call.sessionId === sessionId,
  );
  let room = maxResetCharacters;
  const shown = calls.reverse().map((call) => {
    room -= call.turns.reduce((sum, turn) => sum + sizeOf(turn), 0);
    return { ...headOf(call), turns: room < 0 ? [] : call.turns.map(turnView) };
  });
  return { type: 'reset', reason, calls: shown.reverse() };
}

function sizeOf({ parts, replies }: TurnTranscript): number {
  const ofReplies = replies.texts.map(({ masked, restored }) => masked.length + restored.length);
  const ofParts = parts.map(({ text, masked }) => text.length + masked.length);
  return [...ofParts, ...ofReplies].reduce((sum, size) => sum + size, 0);
}

function headOf({ sessionId, agentId, agentName, turnCount, ...call }: CallTranscript): CallHead {
  return {
    session_id: sessionId,
    agent_id: agentId,
    agent_name: agentName,
    at: call.at,
    turn_count: turnCount,
    exposure: call.exposure,
  };
}

function endEvent({ sessionId, at, reason }: EndedCall): FedEvent {
  return { type: 'call_ended', session_id: sessionId, at, reason };
}

function turnView(turn: TurnTranscript): TurnView {
  const parts = turn.parts.map((part): PartView => partView(part, truncateCardNumber));
  return { ...turn.facts, parts, replies: replyViews(turn) };
}

function replyViews({ replies }: TurnTranscript): readonly ReplyView[] {
  return replies.texts.map((text) => replyView(text, truncateCardNumber, tokensIn));
}

function channelOf({ choice, channel }: ReplyView): string {
  return `${choice}.${channel}`;
}
