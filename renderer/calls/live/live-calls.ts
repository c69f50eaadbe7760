import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import type { Exposure } from '../../../server/contract/exposure.ts';
import type { LiveEvent, ReplyView, TurnView } from '../../../server/contract/live.ts';
import { apiUrl } from '../../lib/api.ts';
import { inDemo } from '../../lib/demo.ts';
import { meKey } from '../../lib/me.ts';

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

/** Hiding real values drops them immediately, before the feed confirms it. */
type FeedAction = LiveEvent | { readonly type: 'hidden' };

function reduceFeed(state: LiveState, event: FeedAction): LiveState {
  return event.type === 'hidden' ? withoutValues(state) : withLiveEvent(state, event);
}

/** How long after a refusal the feed is asked for again, in milliseconds. */
const refusedMs = 5_000;

/**
 * The calls of the feed `GET /api/v1/live` (design D30). The browser reconnects automatically and
 * sends the ID of its last event, but gives up when it is refused, as by a proxy whose service
 * restarts: then this asks again. Without a revealed call the service sends no real values.
 */
export function useLiveCalls(revealed: string | undefined) {
  const [state, dispatch] = useReducer(reduceFeed, initialLiveState);
  const [feed, setFeed] = useState<FeedState>('connecting');
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0);
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another feed
  useEffect(() => {
    setFeed((before) => (before === 'closed' ? before : 'connecting'));
    const side = revealed === undefined && !inDemo ? 'public' : 'both';
    dispatch({ type: 'hidden' });
    const source = new EventSource(apiUrl('/live', { side }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The sign-in may have ended, or the role may be another.
    const askWho = () => void client.invalidateQueries({ queryKey: meKey });
    source.onopen = () => setFeed('open');
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      setFeed(isRefused ? 'closed' : 'lost');
      if (!isRefused) return;
      askWho();
      timer = setTimeout(tryAgain, refusedMs);
    };
    source.addEventListener('reset', askWho);
    for (const type of eventTypes) {
      source.addEventListener(type, (message: MessageEvent<string>) =>
        dispatch(JSON.parse(message.data) as LiveEvent),
      );
    }
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [revealed, attempt, client]);
  return { ...state, feed };
}

/** A call of the live feed. */
export interface LiveCall {
  readonly callId: string;
  readonly agentId: string;
  readonly agentName: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  /** Turns so far; `turns` may lack the oldest. */
  readonly turnCount: number;
  /** Of all turns so far. */
  readonly exposure: Exposure;
  readonly turns: readonly TurnView[];
  /** Why it ended; absent while in progress. */
  readonly ended?: string;
}

/** Whether some turn of it got no reply. */
export function hasFailed({ turns }: Pick<LiveCall, 'turns'>): boolean {
  return turns.some(({ completed }) => completed?.status === 'error');
}

export interface LiveState {
  /** False until the first event of the feed. */
  readonly ready: boolean;
  /** Newest first. */
  readonly calls: readonly LiveCall[];
}

export const initialLiveState: LiveState = { ready: false, calls: [] };

/** Newest turns of a call that stay in view. */
const turnsKept = 200;
/** Ended calls that stay in view, without their real values, besides those that failed. */
const endedKept = 12;

/** The same calls without real values. */
export function withoutValues(state: LiveState): LiveState {
  return { ...state, calls: state.calls.map(publicCall) };
}

/** Applies an event of the live feed; an event of an unknown type or call changes nothing. */
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
        exposure: event.call_exposure,
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
          ...(inDemo ? call : publicCall(call)),
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
    exposure: head.exposure,
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

/** Appends the texts; the lists of tokens and values replace the earlier ones. */
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

/** Real values are dropped when their call ends (design D30). */
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
    if (call.ended === undefined || hasFailed(call)) return true;
    ended += 1;
    return ended <= endedKept;
  });
  return { ...state, calls };
}
