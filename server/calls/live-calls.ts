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
export const maxSilentConversations = 5_000;

/** How many calls are remembered that the platform has ended. */
const maxHungUp = 10_000;

/** A request within its call. */
export interface CallRequest {
  readonly call: LiveCall;
  /** Identifies the request among the others of the call. */
  readonly id: string;
  /** Its turn; without meaning for a request that takes none. */
  readonly turn: number;
}

/** How a request enters its call. */
export interface CallEntry {
  /** Makes the event that a new call begins with. */
  readonly start: (call: LiveCall) => EventDraft;
  /** How many turns it takes. */
  readonly turns: 0 | 1;
  /** Version of the settings that the request uses, where replicas share them. */
  readonly settings?: number;
  /** Identifies a call that has no id by its messages; without it the request is a call of its own. */
  readonly conversation?: ConversationRequest | undefined;
}

/** The calls in progress, by agent and platform call id (design D29). */
export interface LiveCalls {
  /**
   * Finds or begins the call of a request: by `externalId`, or where that is '' by its messages.
   * Rejects with `SettingsChanged` when replicas share newer settings.
   */
  enter(agent: Agent, externalId: string, entering: CallEntry): Promise<CallRequest>;
  /** Marks a request as over; true when its call is over too, which is then taken out. */
  leave(request: CallRequest): Promise<boolean>;
  /**
   * Runs `mask`, which adds to what the call remembers. Repeats it when another replica changed that
   * memory meanwhile.
   */
  remember<T>(call: LiveCall, mask: () => Promise<T>): Promise<T>;
  /**
   * Changes what a call in progress remembers, at all replicas; `change` may run again when another
   * replica changed it meanwhile. False for a call that is not in progress.
   */
  change(sessionId: SessionId, change: (call: LiveCall) => void): Promise<boolean>;
  /** Remembers that these spans of the call are in the journal. */
  markJournaled(call: LiveCall, spanKeys: readonly string[]): void;
  /**
   * The platform says that a call is over. Takes the call out and returns it; undefined when it is
   * unknown, or when a request is in flight, whose `leave` then takes it out. A request that arrives
   * later still makes a call, which ends with that request.
   */
  hangUp(agent: Agent, externalId: string): Promise<LiveCall | undefined>;
  /** The call of this id, when the platform ended it less than `idleEndMs` ago. */
  past(agent: Agent, externalId: string): Promise<PastCall | undefined>;
  /** Continues a call that began before this process. */
  adopt(earlier: EarlierCall): void | Promise<void>;
  /** Takes out calls that ended otherwise: in an earlier process, or by being idle for `idleEndMs`. */
  takeEnded(): Promise<readonly LiveCall[]>;
  /** What the journal holds of a call that was taken out. */
  recordedState(call: LiveCall): Promise<RecordedState>;
  /** Forgets a call; its end is in the journal. */
  finished(call: LiveCall): Promise<void>;
  /** The number of calls in progress. */
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
  /** Called when a call that is known by its messages went on. */
  readonly onMoved: (call: LiveCall) => void;
}

interface State {
  readonly deps: LiveCallsDeps;
  /** By `slotOf`. */
  readonly live: Map<string, LiveCall>;
  readonly conversations: OpenConversations<LiveCall>;
  readonly endedByPlatform: RecentMap<string, PastCall & { readonly endedMs: number }>;
  requests: number;
}

export function createLiveCalls(deps: LiveCallsDeps): LiveCalls {
  const state: State = {
    deps,
    live: new Map(),
    conversations: new OpenConversations(),
    endedByPlatform: new RecentMap(maxHungUp),
    requests: 0,
  };
  return {
    enter: async (agent, externalId, entering) => enter(state, agent, externalId, entering),
    leave: async ({ call }) => {
      call.inFlight -= 1;
      call.lastActivityMs = nowMs(state);
      const over = isOver(call);
      if (over) takeOut(state, slotOf(call), call);
      return over;
    },
    remember: (_call, mask) => mask(),
    change: async (sessionId, change) => {
      const call = [...state.live.values()].find((one) => one.sessionId === sessionId);
      if (call === undefined) return false;
      change(call);
      return true;
    },
    markJournaled: (call, spanKeys) => {
      for (const key of spanKeys) call.journaledSpans.add(key);
    },
    hangUp: async (agent, externalId) => hangUp(state, callKeyOf(deps.callKey, agent, externalId)),
    past: async (agent, externalId) => pastCall(state, callKeyOf(deps.callKey, agent, externalId)),
    adopt: (earlier) => adopt(state, earlier),
    takeEnded: async () => takeEnded(state),
    recordedState: async (call) => {
      const { start, tree, ended, turns, sessionId } = call;
      const begun = start === undefined || tree.size > 0;
      if (call.appendOutcomeUnknown !== true) return { begun, ended, sealed: false, turns, tree };
      const found = await readRecordedState(deps.journal, sessionId);
      return { ...found, begun: begun || found.begun, turns };
    },
    finished: async () => undefined,
    count: () => state.live.size,
  };
}

/** On the monotonic clock. */
function nowMs({ deps }: State): number {
  return deps.clock.monotonicUs() / 1000;
}

function isOver({ inFlight, callKey, hungUp }: LiveCall): boolean {
  return inFlight === 0 && (callKey === '' || hungUp);
}

function enter(state: State, agent: Agent, externalId: string, entering: CallEntry): CallRequest {
  const call = callOf(state, agent, externalId, entering);
  call.hungUp ||= pastCall(state, call.callKey) !== undefined;
  call.inFlight += 1;
  call.lastActivityMs = nowMs(state);
  const turn = call.turns;
  call.turns += entering.turns;
  state.requests += 1;
  return { call, turn, id: String(state.requests) };
}

function callOf(
  state: State,
  agent: Agent,
  externalId: string,
  { start, conversation }: CallEntry,
): LiveCall {
  const { deps, live, conversations } = state;
  const key = callKeyOf(deps.callKey, agent, externalId);
  const sessionId = deps.ids.next('sess');
  const begin = (callKey: string): LiveCall => {
    const call = newCall(agent, callKey, sessionId);
    call.start = start(call);
    live.set(slotOf(call), call);
    return call;
  };
  if (key !== '' || conversation === undefined) return live.get(key) ?? begin(key);
  const asked = conversationOf(deps.callKey, agent.id, conversation);
  // A call that is known by its messages has its session's id as its key.
  const call = conversations.enter(asked, nowMs(state), () => begin(sessionId));
  if (call.turns > 0) deps.onMoved(call);
  return call;
}

function takeOut({ live, conversations }: State, slot: string, call: LiveCall): void {
  live.delete(slot);
  conversations.drop(call);
}

function hangUp(state: State, key: string): LiveCall | undefined {
  if (key === '') return undefined;
  const call = state.live.get(key);
  const sessionId = call?.sessionId ?? pastCall(state, key)?.sessionId;
  state.endedByPlatform.set(key, { endedMs: nowMs(state), sessionId });
  if (call === undefined) return undefined;
  call.hungUp = true;
  if (!isOver(call)) return undefined;
  takeOut(state, key, call);
  return call;
}

function pastCall(state: State, key: string): PastCall | undefined {
  const past = state.endedByPlatform.get(key);
  return past !== undefined && nowMs(state) - past.endedMs < idleEndMs ? past : undefined;
}

function adopt(state: State, earlier: EarlierCall): void {
  const { deps, live, conversations } = state;
  const idleMs = Math.max(0, deps.clock.now() - earlier.lastActivityMs);
  const call = resumedCall({ ...earlier, lastActivityMs: nowMs(state) - idleMs });
  const slot = slotOf(call);
  // A later call may have the platform's id by now; this one then ends by being idle.
  live.set(call.ended || live.has(slot) ? call.sessionId : slot, call);
  if (!call.ended) conversations.adopt(call);
}

function takeEnded(state: State): readonly LiveCall[] {
  const silent = [...state.live].filter(([, call]) => call.inFlight === 0);
  const conversing = silent.filter(([, call]) => call.conversation !== undefined);
  const oldest = conversing
    .sort(([, one], [, other]) => other.lastActivityMs - one.lastActivityMs)
    .slice(maxSilentConversations);
  const tooMany = new Set(oldest.map(([, call]) => call));
  const over = silent.filter(([, call]) => {
    const idleMs = nowMs(state) - call.lastActivityMs;
    return call.ended || call.callKey === '' || idleMs >= idleEndMs || tooMany.has(call);
  });
  for (const [slot, call] of over) takeOut(state, slot, call);
  return over.map(([, call]) => call);
}

/**
 * Where a call is kept: by its key. A request that is a call of its own has no key and is kept by its
 * session's id.
 */
function slotOf({ callKey, sessionId }: LiveCall): string {
  return callKey === '' ? sessionId : callKey;
}

/** HMAC in hex of a platform's call id within its agent; '' for none. */
export function callKeyOf(key: KeyObject, agent: Pick<Agent, 'id'>, externalId: string): string {
  if (externalId === '') return '';
  return createHmac('sha256', key).update(`${agent.id}\0${externalId}`).digest('hex');
}
