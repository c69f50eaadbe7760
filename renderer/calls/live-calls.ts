import { useEffect, useReducer, useState } from 'react';
import type { LiveEvent, ReplyView, TurnView } from '../../server/contract/live.ts';
import { apiUrl } from '../lib/api.ts';

const eventTypes = [
  'reset',
  'call_started',
  'turn',
  'reply',
  'turn_completed',
  'call_ended',
  'closing',
] as const satisfies readonly LiveEvent['type'][];

export type FeedState = 'connecting' | 'open' | 'lost' | 'closed';

/** Looking away drops what was seen at once, not when the feed says so. */
type FeedAction = LiveEvent | { readonly type: 'looked_away' };

function reduceFeed(state: LiveState, event: FeedAction): LiveState {
  return event.type === 'looked_away' ? withoutValues(state) : withLiveEvent(state, event);
}

/**
 * The live calls, as `GET /api/v1/live` tells them (design D30). The browser connects again by itself
 * and names the last event it has. `side` `public` asks for no real values, and none are sent.
 */
export function useLiveCalls(side: 'both' | 'public') {
  const [state, tell] = useReducer(reduceFeed, initialLiveState);
  const [feed, setFeed] = useState<FeedState>('connecting');
  useEffect(() => {
    setFeed('connecting');
    if (side === 'public') tell({ type: 'looked_away' });
    const source = new EventSource(apiUrl('/live', { side }));
    source.onopen = () => setFeed('open');
    source.onerror = () => setFeed(source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
    for (const type of eventTypes) {
      source.addEventListener(type, (message: MessageEvent<string>) =>
        tell(JSON.parse(message.data) as LiveEvent),
      );
    }
    return () => source.close();
  }, [side]);
  return { ...state, feed };
}

/** A call as the live feed tells it. */
export interface LiveCall {
  readonly callId: string;
  readonly agentId: string;
  readonly agentName: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** Turns so far; `turns` may lack the oldest of them. */
  readonly turnCount: number;
  readonly turns: readonly TurnView[];
  /** Why it ended; absent while it lasts. */
  readonly ended?: string;
}

export interface LiveState {
  /** False until the feed has said what there is. */
  readonly ready: boolean;
  /** Newest first. */
  readonly calls: readonly LiveCall[];
}

export const initialLiveState: LiveState = { ready: false, calls: [] };

/** How many turns of a call stay in view: its latest. */
const turnsKept = 200;
/** How many calls that are over stay in view, without their real values. */
const endedKept = 12;

/** The same calls without what was really said. */
export function withoutValues(state: LiveState): LiveState {
  return { ...state, calls: state.calls.map(publicCall) };
}

/** One more event of the live feed; an event of an unknown type or call changes nothing. */
export function withLiveEvent(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'reset':
      return { ready: true, calls: [...event.calls].map(callOf).sort(newestFirst) };
    case 'call_started':
      return {
        ready: true,
        calls: [callOf({ ...event, turns: [] }), ...others(state, event.session_id)],
      };
    case 'turn':
      return changed(state, event.session_id, (call) => ({
        ...call,
        turnCount: Math.max(call.turnCount, event.turn.turn + 1),
        turns: withTurn(call.turns, event.turn),
      }));
    case 'reply':
      return changedTurn(state, event, (turn) => ({
        ...turn,
        replies: withReply(turn.replies, event.reply),
      }));
    case 'turn_completed':
      return changedTurn(state, event, (turn) => ({
        ...turn,
        completed: event.completed,
        failures: event.failures,
      }));
    case 'call_ended':
      return dropOldEnded(
        changed(state, event.session_id, (call) => ({
          ...publicCall(call),
          ended: event.reason,
        })),
      );
    default:
      return state;
  }
}

type Started = Extract<LiveEvent, { type: 'call_started' }>;

function callOf(head: Omit<Started, 'type'> & { turns: readonly TurnView[] }): LiveCall {
  return {
    callId: head.session_id,
    agentId: head.agent_id,
    agentName: head.agent_name,
    startedAt: head.at,
    turnCount: head.turn_count,
    turns: head.turns,
  };
}

const newestFirst = (a: LiveCall, b: LiveCall): number => (a.startedAt < b.startedAt ? 1 : -1);
const others = ({ calls }: LiveState, id: string) => calls.filter(({ callId }) => callId !== id);

function changed(state: LiveState, id: string, change: (call: LiveCall) => LiveCall): LiveState {
  return {
    ...state,
    calls: state.calls.map((call) => (call.callId === id ? change(call) : call)),
  };
}

function changedTurn(
  state: LiveState,
  { session_id, turn }: { readonly session_id: string; readonly turn: number },
  change: (turn: TurnView) => TurnView,
): LiveState {
  return changed(state, session_id, (call) => ({
    ...call,
    turns: call.turns.map((known) => (known.turn === turn ? change(known) : known)),
  }));
}

function withTurn(turns: readonly TurnView[], turn: TurnView): readonly TurnView[] {
  return [...turns.filter((known) => known.turn !== turn.turn), turn]
    .sort((a, b) => a.turn - b.turn)
    .slice(-turnsKept);
}

/** Texts are appended, what stands in them is all there is so far. */
function withReply(replies: readonly ReplyView[], more: ReplyView): readonly ReplyView[] {
  const same = ({ choice, channel }: ReplyView) =>
    choice === more.choice && channel === more.channel;
  const before = replies.find(same);
  if (before === undefined) return [...replies, more];
  const joined: ReplyView = {
    ...more,
    public: before.public + more.public,
    ...(more.regulated === undefined
      ? {}
      : { regulated: (before.regulated ?? '') + more.regulated }),
  };
  return replies.map((reply) => (same(reply) ? joined : reply));
}

const publicCall = (call: LiveCall): LiveCall => ({ ...call, turns: call.turns.map(publicTurn) });

/** Real values go when their call ends (design D30). */
function publicTurn(turn: TurnView): TurnView {
  return {
    ...turn,
    parts: turn.parts.map(({ regulated: _, spans, ...part }) => ({
      ...part,
      spans: spans.map(({ regulated: __, ...span }) => span),
    })),
    replies: turn.replies.map(({ regulated: _, values: __, ...reply }) => reply),
  };
}

function dropOldEnded(state: LiveState): LiveState {
  let ended = 0;
  const calls = state.calls.filter((call) => {
    if (call.ended === undefined) return true;
    ended += 1;
    return ended <= endedKept;
  });
  return { ...state, calls };
}
