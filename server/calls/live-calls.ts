import { createHmac, type KeyObject } from 'node:crypto';
import type { Agent } from '../domain/agent.ts';
import type { ChatMessage } from '../domain/chat.ts';
import type { EventDraft } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import { conversationOf, OpenConversations } from './conversation.ts';
import { type EarlierCall, type LiveCall, newCall, resumedCall } from './live-call.ts';
import { type RecordedState, readRecordedState } from './session-records.ts';

/** A call that goes this long without a request has ended (design D29). */
export const idleEndMs = 15 * 60_000;

/**
 * How many silent calls without an id stay open in one process. The request after a longer silence brings
 * all messages of its call again, so it begins a new session and loses no value (decision 0146).
 */
export const maxSilentConversations = 5_000;

/** Silent calls beyond these end so many at a time, as soon as there are so many: their endings share an append. */
const endedTogether = 16;

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
  /** Names the credential of a turn; a request without one enters the call of any (decision 0145). */
  readonly credential?: string | undefined;
  /**
   * Its messages. By these and its credential a request without a call id finds its call; without either it
   * is a call of its own.
   */
  readonly messages?: readonly ChatMessage[] | undefined;
}

/** The calls in progress, by agent, platform call id and credential (design D29). */
export interface LiveCalls {
  /**
   * Finds or begins the call of a request: by `externalId`, or where that is '' by its messages. A call
   * belongs to the credential of its first turn; the same id under another credential is another call.
   * Rejects with `SettingsChanged` when replicas share newer settings.
   */
  enter(agent: Agent, externalId: string, entering: CallEntry): Promise<CallRequest>;
  /**
   * Marks a request as over. Takes out and returns the calls that are over by now: its own, or some of those that
   * have been silent longest, where too many are.
   */
  leave(request: CallRequest): Promise<readonly LiveCall[]>;
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
   * The platform says that the calls of an id are over. Takes them out and returns them, except those with a
   * request in flight, whose `leave` then takes them out. A request that arrives later still makes a call,
   * which ends with that request.
   */
  hangUp(agent: Agent, externalId: string): Promise<readonly LiveCall[]>;
  /** The platform has connected a call again that it may have ended: its next request begins one that lasts. */
  reopen(agent: Agent, externalId: string): Promise<void>;
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
  readonly live: Map<SessionId, LiveCall>;
  /** By the platform's call id: one call for each credential. */
  readonly byKey: Map<string, readonly LiveCall[]>;
  readonly conversations: OpenConversations<LiveCall>;
  /** Calls without an id that no request is in, the longest silent first. */
  readonly silent: Set<LiveCall>;
  readonly endedByPlatform: RecentMap<string, PastCall & { readonly endedMs: number }>;
  requests: number;
}

export function createLiveCalls(deps: LiveCallsDeps): LiveCalls {
  const state: State = {
    deps,
    live: new Map(),
    byKey: new Map(),
    conversations: new OpenConversations(),
    silent: new Set(),
    endedByPlatform: new RecentMap(maxHungUp),
    requests: 0,
  };
  return {
    enter: async (agent, externalId, entering) => enter(state, agent, externalId, entering),
    leave: async ({ call }) => leave(state, call),
    remember: (_call, mask) => mask(),
    change: async (sessionId, change) => {
      const call = state.live.get(sessionId);
      if (call === undefined) return false;
      change(call);
      return true;
    },
    markJournaled: (call, spanKeys) => {
      for (const key of spanKeys) call.journaledSpans.add(key);
    },
    hangUp: async (agent, externalId) => hangUp(state, callKeyOf(deps.callKey, agent, externalId)),
    reopen: async (agent, externalId) => {
      state.endedByPlatform.delete(callKeyOf(deps.callKey, agent, externalId));
    },
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
  state.silent.delete(call);
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
  { start, credential, messages }: CallEntry,
): LiveCall {
  const { deps, live, byKey, conversations } = state;
  const key = callKeyOf(deps.callKey, agent, externalId);
  const sessionId = deps.ids.next('sess');
  const begin = (callKey: string): LiveCall => {
    const call = newCall(agent, callKey, sessionId);
    call.start = start(call);
    live.set(sessionId, call);
    return call;
  };
  if (key !== '') {
    const calls = byKey.get(key) ?? [];
    const known = calls.find((call) => isCallOf(call, credential));
    const call = known ?? begin(key);
    call.credential ??= credential;
    if (known === undefined) byKey.set(key, [...calls, call]);
    return call;
  }
  if (credential === undefined || messages === undefined) return begin('');
  const asked = conversationOf(deps.callKey, agent.id, { credential, messages });
  // A call that is known by its messages has its session's id as its key.
  const call = conversations.enter(asked, () => begin(sessionId));
  call.credential = credential;
  if (call.turns > 0) deps.onMoved(call);
  return call;
}

function leave(state: State, call: LiveCall): readonly LiveCall[] {
  call.inFlight -= 1;
  call.lastActivityMs = nowMs(state);
  if (isOver(call)) {
    takeOut(state, call);
    return [call];
  }
  if (call.inFlight > 0 || call.tip === undefined) return [];
  state.silent.add(call);
  const tooMany = state.silent.size - maxSilentConversations;
  return tooMany < endedTogether ? [] : takeSilent(state, tooMany);
}

/** Takes out those of the silent calls without an id that have been silent longest. */
function takeSilent(state: State, count: number): readonly LiveCall[] {
  const longest: LiveCall[] = [];
  for (const call of state.silent) {
    if (longest.length >= count) break;
    longest.push(call);
  }
  for (const call of longest) takeOut(state, call);
  return longest;
}

/** The first turn binds a call to its credential; what is no turn belongs to any (decision 0145). */
function isCallOf(call: LiveCall, credential: string | undefined): boolean {
  if (call.credential === undefined || credential === undefined) return true;
  return call.credential === credential;
}

function takeOut({ live, byKey, conversations, silent }: State, call: LiveCall): void {
  const { sessionId, callKey } = call;
  live.delete(sessionId);
  silent.delete(call);
  const others = byKey.get(callKey)?.filter((one) => one !== call) ?? [];
  if (others.length > 0) byKey.set(callKey, others);
  else byKey.delete(callKey);
  conversations.drop(call);
}

function hangUp(state: State, key: string): readonly LiveCall[] {
  if (key === '') return [];
  const calls = state.byKey.get(key) ?? [];
  const sessionId = calls[0]?.sessionId ?? pastCall(state, key)?.sessionId;
  state.endedByPlatform.set(key, { endedMs: nowMs(state), sessionId });
  for (const call of calls) call.hungUp = true;
  const over = calls.filter(isOver);
  for (const call of over) takeOut(state, call);
  return over;
}

function pastCall(state: State, key: string): PastCall | undefined {
  const past = state.endedByPlatform.get(key);
  return past !== undefined && nowMs(state) - past.endedMs < idleEndMs ? past : undefined;
}

function adopt(state: State, earlier: EarlierCall): void {
  const { deps, live, byKey, conversations, silent } = state;
  const idleMs = Math.max(0, deps.clock.now() - earlier.lastActivityMs);
  const call = resumedCall({ ...earlier, lastActivityMs: nowMs(state) - idleMs });
  live.set(call.sessionId, call);
  if (call.ended) return;
  conversations.adopt(call);
  if (call.tip !== undefined) silent.add(call);
  const others = byKey.get(call.callKey) ?? [];
  // A later call may have the platform's id by now; this one then ends by being idle.
  if (call.tip === undefined && !others.some((other) => isCallOf(other, call.credential)))
    byKey.set(call.callKey, [...others, call]);
}

function takeEnded(state: State): readonly LiveCall[] {
  const over = [...state.live.values()].filter((call) => {
    if (call.inFlight > 0) return false;
    const idleMs = nowMs(state) - call.lastActivityMs;
    return call.ended || call.callKey === '' || idleMs >= idleEndMs;
  });
  for (const call of over) takeOut(state, call);
  return [...over, ...takeSilent(state, state.silent.size - maxSilentConversations)];
}

/** HMAC in hex of a platform's call id within its agent; '' for none. */
export function callKeyOf(key: KeyObject, agent: Pick<Agent, 'id'>, externalId: string): string {
  if (externalId === '') return '';
  return createHmac('sha256', key).update(`${agent.id}\0${externalId}`).digest('hex');
}
