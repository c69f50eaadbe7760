import { createHmac, type KeyObject } from 'node:crypto';
import type { Agent } from '../domain/agent.ts';
import type { EventDraft } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import { type ConversationRequest, conversationOf, OpenConversations } from './conversation.ts';
import { type EarlierCall, type LiveCall, newCall, resumedCall } from './live-call.ts';
import { type RecordedState, readRecordedState } from './session-records.ts';

/** A call that goes this long without a request has ended (design D29). */
export const idleEndMs = 15 * 60_000;

/**
 * How many silent calls without an id stay open in one process. The request after a longer silence brings
 * all messages of its call again, so it begins a new session and loses no value (decision 0059).
 */
export const mostSilentConversations = 5_000;

/** How many calls that the platform has ended are remembered. */
const maxHungUp = 10_000;

/** A request within its call. */
export interface CallRequest {
  readonly call: LiveCall;
  /** Names the request among all of the call. */
  readonly id: string;
  /** Its turn; of no meaning for a request that takes none. */
  readonly turn: number;
}

/** How a request enters its call. */
export interface CallEntry {
  /** Makes the event that a new call begins with. */
  readonly start: (call: LiveCall) => EventDraft;
  /** How many turns it takes. */
  readonly turns: 0 | 1;
  /** The version of the settings that the request goes by, where replicas share them. */
  readonly settings?: number;
  /** What tells its call, where it has no call id; without it the request is a call of its own. */
  readonly spoken?: ConversationRequest | undefined;
}

/** The calls in progress, by agent and platform call id (design D29). */
export interface LiveCalls {
  /**
   * The call a request belongs to: that of `externalId`, or with '' that of what was said before.
   * Rejects with `SettingsChanged` when replicas share newer settings.
   */
  enter(agent: Agent, externalId: string, entering: CallEntry): Promise<CallRequest>;
  /** Marks a request as over; true when its call is over with it, and is taken out. */
  leave(request: CallRequest): Promise<boolean>;
  /**
   * Runs `mask`, which adds to what the call remembers, until that is no contradiction to what other
   * requests of the call added meanwhile.
   */
  remember<T>(call: LiveCall, mask: () => Promise<T>): Promise<T>;
  /** Spans of the call are in the journal, which is worth remembering. */
  journaled(call: LiveCall, spanKeys: readonly string[]): void;
  /**
   * The platform says that a call is over. Answers the call, taken out, unless it is unknown or a
   * request of it is in flight, whose `leave` then does so. A request that comes late all the same
   * makes a call that is over with it.
   */
  hangUp(agent: Agent, externalId: string): Promise<LiveCall | undefined>;
  /** What is remembered of a call that the platform ended less than `idleEndMs` ago. */
  past(agent: Agent, externalId: string): Promise<PastCall | undefined>;
  /** Goes on with a call of before this process. */
  adopt(earlier: EarlierCall): void | Promise<void>;
  /** Takes out the other calls that are over: left by an earlier process, or idle for `idleEndMs`. */
  takeEnded(): Promise<readonly LiveCall[]>;
  /** What is on record of a call that was taken out. */
  recordedState(call: LiveCall): Promise<RecordedState>;
  /** Its end is on record: the call is forgotten. */
  finished(call: LiveCall): Promise<void>;
  /** How many there are. */
  count(): number;
}

/** A call that the platform has ended; its session is unknown when no request of it ever came. */
export interface PastCall {
  readonly sessionId: SessionId | undefined;
}

export interface LiveCallsDeps {
  readonly journal: Pick<Journal, 'read'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Keeps the platform's ids, which may hold a caller's number, out of every store. */
  readonly callKey: KeyObject;
  /** Told when a call that is known by its messages went on. */
  readonly onMoved: (call: LiveCall) => void;
}

export function createLiveCalls(deps: LiveCallsDeps): LiveCalls {
  const { journal, clock, ids, callKey, onMoved } = deps;
  const live = new Map<string, LiveCall>();
  const conversations = new OpenConversations<LiveCall>();
  const endedByPlatform = new RecentMap<string, PastCall & { readonly endedMs: number }>(maxHungUp);
  let requests = 0;
  const nowMs = (): number => clock.monotonicUs() / 1000;
  const keyOf = (agent: Agent, externalId: string): string => callKeyOf(callKey, agent, externalId);
  const pastOf = (key: string): PastCall | undefined => {
    const past = endedByPlatform.get(key);
    return past !== undefined && nowMs() - past.endedMs < idleEndMs ? past : undefined;
  };
  const isOver = (call: LiveCall): boolean =>
    call.inFlight === 0 && (call.callKey === '' || call.hungUp);

  const begun = (call: LiveCall, start: (call: LiveCall) => EventDraft): LiveCall => {
    call.start = start(call);
    live.set(slotOf(call), call);
    return call;
  };
  const takeOut = (slot: string, call: LiveCall): void => {
    live.delete(slot);
    conversations.drop(call);
  };
  const callOf = (agent: Agent, externalId: string, { start, spoken }: CallEntry): LiveCall => {
    const key = keyOf(agent, externalId);
    const sessionId = ids.next('sess');
    if (key !== '' || spoken === undefined)
      return live.get(key) ?? begun(newCall(agent, key, sessionId), start);
    const asked = conversationOf(callKey, agent.id, spoken);
    const call = conversations.enter(asked, nowMs(), () =>
      begun(newCall(agent, sessionId, sessionId), start),
    );
    if (call.turns > 0) onMoved(call);
    return call;
  };

  return {
    enter: async (agent, externalId, entering) => {
      const call = callOf(agent, externalId, entering);
      call.hungUp ||= pastOf(call.callKey) !== undefined;
      call.inFlight += 1;
      call.lastActivityMs = nowMs();
      const turn = call.turns;
      call.turns += entering.turns;
      requests += 1;
      return { call, turn, id: String(requests) };
    },
    leave: async ({ call }) => {
      call.inFlight -= 1;
      call.lastActivityMs = nowMs();
      const over = isOver(call);
      if (over) takeOut(slotOf(call), call);
      return over;
    },
    remember: (_call, mask) => mask(),
    journaled: (call, spanKeys) => {
      for (const key of spanKeys) call.journaled.add(key);
    },
    hangUp: async (agent, externalId) => {
      const key = keyOf(agent, externalId);
      if (key === '') return undefined;
      const call = live.get(key);
      const sessionId = call?.sessionId ?? pastOf(key)?.sessionId;
      endedByPlatform.set(key, { endedMs: nowMs(), sessionId });
      if (call === undefined) return undefined;
      call.hungUp = true;
      if (!isOver(call)) return undefined;
      takeOut(key, call);
      return call;
    },
    past: async (agent, externalId) => pastOf(keyOf(agent, externalId)),
    adopt: (earlier) => {
      const idleMs = Math.max(0, clock.now() - earlier.lastActivityMs);
      const call = resumedCall({ ...earlier, lastActivityMs: nowMs() - idleMs });
      const slot = slotOf(call);
      // The platform's id may stand for another call by now; this one then ends by being idle.
      live.set(call.ended || live.has(slot) ? call.sessionId : slot, call);
      if (!call.ended) conversations.adopt(call);
    },
    takeEnded: async () => {
      const silent = [...live].filter(([, call]) => call.inFlight === 0);
      const conversing = silent.filter(([, call]) => call.conversation !== undefined);
      const oldest = conversing
        .sort(([, one], [, other]) => other.lastActivityMs - one.lastActivityMs)
        .slice(mostSilentConversations);
      const tooMany = new Set(oldest.map(([, call]) => call));
      const over = silent.filter(([, call]) => {
        const idleMs = nowMs() - call.lastActivityMs;
        return call.ended || call.callKey === '' || idleMs >= idleEndMs || tooMany.has(call);
      });
      for (const [slot, call] of over) takeOut(slot, call);
      return over.map(([, call]) => call);
    },
    recordedState: async (call) => {
      const { start, tree, ended, turns, sessionId } = call;
      const begun = start === undefined || tree.size > 0;
      if (call.appendOutcomeUnknown !== true) return { begun, ended, sealed: false, turns, tree };
      const found = await readRecordedState(journal, sessionId);
      return { ...found, begun: begun || found.begun, turns };
    },
    finished: async () => undefined,
    count: () => live.size,
  };
}

function slotOf({ callKey, sessionId }: LiveCall): string {
  return callKey === '' ? sessionId : callKey;
}

/** HMAC in hex of a platform's call id within its agent; '' for none. */
export function callKeyOf(key: KeyObject, agent: Agent, externalId: string): string {
  if (externalId === '') return '';
  return createHmac('sha256', key).update(`${agent.id}\0${externalId}`).digest('hex');
}
