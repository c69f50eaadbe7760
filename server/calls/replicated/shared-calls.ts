import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingsChanged } from '../../agents/current-settings.ts';
import type { Agent } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import { emptyTree } from '../../journal/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ClaimedCall, EnteredCall, SharedCallStore } from '../../ports/open-calls.ts';
import { conversationOf } from '../conversation.ts';
import { type LiveCall, newCall, resumedCall } from '../live-call.ts';
import {
  type CallEntry,
  type CallRequest,
  callKeyOf,
  idleEndMs,
  type LiveCalls,
} from '../live-calls.ts';
import { readRecordedState } from '../session-records.ts';
import { memoryOfPlaceholders, memoryWeight, mergeMemory, serializeMemory } from './call-memory.ts';

export interface SharedCallsDeps {
  readonly open: SharedCallStore;
  readonly journal: Pick<Journal, 'read'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly callKey: KeyObject;
  readonly agentName: (id: AgentId) => Promise<string>;
  /** Writes events of the call that wait; false when some still do. */
  readonly isWritten: (call: LiveCall) => Promise<boolean>;
  /** Folds all records of a session into its summary. */
  readonly bringSummaryUpToDate: (call: LiveCall) => Promise<void>;
  /** Called when this replica stops serving the session. */
  readonly onForgotten: (session: SessionId) => void;
}

/** A call as this replica knows it. */
interface LocalCall {
  readonly call: LiveCall;
  /** Version of the memory that was read or saved last, and its weight; -1 when this replica knows more. */
  version: number;
  weight: number;
  /** Counts how often the memory of other replicas was merged into this one. */
  generation: number;
  /** True when its beginning is written, or will be with the next events of this replica. */
  begun: boolean;
  /** Settles when the last save is over. */
  saving: Promise<unknown>;
}

interface State {
  readonly deps: SharedCallsDeps;
  readonly local: Map<SessionId, LocalCall>;
  /** By call key, or by the tip of the conversation. */
  readonly byKey: Map<string, LocalCall>;
  /** Calls that this replica is ending. */
  readonly ending: Set<SessionId>;
  /** Finished requests whose leaving could not be written. */
  pendingLeaves: CallRequest[];
  requests: number;
}

/**
 * The calls in progress over many replicas: each turn of a call may reach another one. A replica reads
 * what a call remembers as a request enters, and saves it before it writes the request's events
 * (decision 0034).
 */
export function createSharedCalls(deps: SharedCallsDeps): LiveCalls {
  const { open, journal } = deps;
  const state: State = {
    deps,
    local: new Map(),
    byKey: new Map(),
    ending: new Set(),
    pendingLeaves: [],
    requests: 0,
  };
  const { local } = state;
  return {
    enter: (agent, externalId, entering) => enter(state, agent, externalId, entering).catch(refuse),
    leave: async (request) => ((await leave(state, request)) ? [request.call] : []),
    remember: (call, mask) => maskAndSave(state, call, mask),
    change: (sessionId, change) => changeAndSave(state, sessionId, change).catch(refuse),
    markJournaled: (call, spanKeys) => {
      for (const key of spanKeys) call.journaledSpans.add(key);
      const known = local.get(call.sessionId);
      // If this save fails, the next one contains the same keys.
      if (known !== undefined) saveInTurn(state, known, known.generation).catch(() => undefined);
    },
    hangUp: async (agent, externalId) => {
      const key = callKeyOf(deps.callKey, agent, externalId);
      if (key === '') return [];
      const over = await open.hangUp(key).catch(refuse);
      for (const { call } of local.values()) if (call.callKey === key) call.hungUp = true;
      return Promise.all(over.map((claimed) => takeClaimed(state, claimed)));
    },
    reopen: (agent, externalId) =>
      open.reopen(callKeyOf(deps.callKey, agent, externalId)).catch(refuse),
    past: async (agent, externalId) => {
      const session = await open.past(callKeyOf(deps.callKey, agent, externalId)).catch(refuse);
      return session === undefined ? undefined : { sessionId: session || undefined };
    },
    adopt: async ({ sessionId, agentId, callKey, credential, turns, placeholderCounts }) =>
      open.adopt({
        sessionId,
        agentId,
        callKey,
        credential,
        turns,
        memory: memoryOfPlaceholders(placeholderCounts),
      }),
    takeEnded: () => takeEnded(state),
    recordedState: ({ sessionId }) => readRecordedState(journal, sessionId),
    finished: async (call) => {
      await deps.bringSummaryUpToDate(call);
      await open.finished(call.sessionId);
      state.ending.delete(call.sessionId);
      const known = local.get(call.sessionId);
      if (known !== undefined) forget(state, known);
    },
    count: () => local.size,
  };
}

/** On the monotonic clock. */
function nowMs({ deps }: State): number {
  return deps.clock.monotonicUs() / 1000;
}

async function enter(state: State, agent: Agent, externalId: string, entering: CallEntry) {
  const { start, turns } = entering;
  state.requests += 1;
  const id = `${state.deps.open.replica}.${state.requests}`;
  const { entered, known } = await enterCall(state, agent, externalId, id, entering);
  const { call } = known;
  const request = { call, id, turn: entered.turn };
  call.inFlight += 1;
  call.lastActivityMs = nowMs(state);
  call.hungUp ||= entered.hungUp;
  call.turns = Math.max(call.turns, entered.turn + turns);
  if (entered.memory !== undefined) mergeSaved(known, entered.version, entered.memory);
  try {
    if (entered.fresh) call.start = start(call);
    else if (!known.begun || call.start !== undefined)
      await settleStart(state.deps, call, id, start);
    known.begun = true;
  } catch (error) {
    void leave(state, request);
    throw error;
  }
  return request;
}

/** Finds or begins the call of a request; this replica knows the call from then on. */
async function enterCall(
  state: State,
  agent: Agent,
  externalId: string,
  id: string,
  { credential, messages, turns, settings }: CallEntry,
) {
  const { deps, byKey } = state;
  const callKey = callKeyOf(deps.callKey, agent, externalId);
  const conversation =
    callKey === '' && credential !== undefined && messages !== undefined
      ? conversationOf(deps.callKey, agent.id, { credential, messages })
      : undefined;
  const name = (conversation?.beginnings ?? [callKey]).find((key) => byKey.has(key));
  const before = byKey.get(name ?? '');
  const entered = await deps.open.enter({
    id,
    callKey,
    credential,
    turns,
    conversation,
    settings,
    agentId: agent.id,
    offered: deps.ids.next('sess'),
    ...(before && { known: { sessionId: before.call.sessionId, version: before.version } }),
  });
  if (entered === undefined) throw new SettingsChanged();
  const known = localCall(state, entered, conversation ? entered.sessionId : callKey, agent);
  if (conversation !== undefined) moveTip(state, known, conversation.own);
  return { entered, known };
}

function localCall(
  { local, byKey }: State,
  { sessionId }: EnteredCall,
  key: string,
  agent: Agent,
): LocalCall {
  const known = local.get(sessionId);
  if (known !== undefined) return known;
  const call = newCall(agent, key, sessionId);
  const unsaved = { version: 0, weight: 0, generation: 0, saving: Promise.resolve() };
  const fresh: LocalCall = { call, ...unsaved, begun: false };
  local.set(sessionId, fresh);
  if (key !== '') byKey.set(key, fresh);
  return fresh;
}

/** The conversation went on: its next request finds the call by the new tip. */
function moveTip({ byKey }: State, known: LocalCall, tip: string): void {
  byKey.delete(known.call.tip ?? '');
  known.call.tip = tip;
  byKey.set(tip, known);
}

function mergeSaved(known: LocalCall, version: number, memory: string): void {
  if (version <= known.version) return;
  mergeMemory(known.call, memory);
  known.version = version;
  known.generation += 1;
  known.weight = -1;
}

/** Masks until what the call then remembers is saved, without a change of another replica in between. */
async function maskAndSave<T>(state: State, call: LiveCall, mask: () => Promise<T>): Promise<T> {
  const known = state.local.get(call.sessionId);
  if (known === undefined) throw new Error('a call is masked after it was forgotten');
  for (;;) {
    const { generation } = known;
    const masked = await mask();
    if (await saveInTurn(state, known, generation).catch(refuse)) return masked;
  }
}

/** False for a call that is over. Another replica may serve it. */
async function changeAndSave(
  state: State,
  sessionId: SessionId,
  change: (call: LiveCall) => void,
): Promise<boolean> {
  const saved = await state.deps.open.find(sessionId);
  if (saved === undefined) return false;
  const known = state.local.get(sessionId) ?? foreignCall(sessionId);
  if (saved.memory !== undefined) mergeSaved(known, saved.version, saved.memory);
  for (;;) {
    const { generation } = known;
    change(known.call);
    known.weight = -1;
    if (await saveInTurn(state, known, generation)) return true;
  }
}

/** A call that this replica does not serve. */
function foreignCall(sessionId: SessionId): LocalCall {
  const call = resumedCall({
    sessionId,
    agentId: 'agt_',
    agentName: '',
    callKey: '',
    turns: 0,
    ended: false,
    lastActivityMs: 0,
    tree: emptyTree,
    placeholderCounts: new Map(),
  });
  return { call, version: 0, weight: 0, generation: 0, begun: true, saving: Promise.resolve() };
}

/** One save of a call at a time; false when its memory is of another generation by then. */
function saveInTurn(state: State, known: LocalCall, generation: number): Promise<boolean> {
  const work = known.saving.then(() => save(state, known, generation));
  known.saving = work.catch(() => undefined);
  return work;
}

async function save({ deps }: State, known: LocalCall, generation: number): Promise<boolean> {
  if (known.generation !== generation) return false;
  const weight = memoryWeight(known.call);
  if (weight === known.weight) return true;
  const { version } = known;
  const newer = await deps.open.save(known.call.sessionId, version, serializeMemory(known.call));
  if (newer !== undefined) {
    if (newer.version <= version) throw new Error('the memory of a call went back');
    mergeSaved(known, newer.version, newer.memory);
    return false;
  }
  // A request that entered meanwhile has read what was saved here, or a later version.
  if (known.version === version) {
    known.version = version + 1;
    known.weight = weight;
  }
  return true;
}

function forget({ local, byKey, deps }: State, { call }: LocalCall): void {
  local.delete(call.sessionId);
  for (const name of [call.callKey, call.tip ?? ''])
    if (byKey.get(name)?.call === call) byKey.delete(name);
  deps.onForgotten(call.sessionId);
}

async function leave(state: State, request: CallRequest): Promise<boolean> {
  request.call.inFlight -= 1;
  request.call.lastActivityMs = nowMs(state);
  return recordLeaveOrWait(state, request);
}

async function recordLeaveOrWait(state: State, request: CallRequest): Promise<boolean> {
  return recordLeave(state, request).catch(() => {
    state.pendingLeaves.push(request);
    return false;
  });
}

/** True when the call is over; rejects while events of the request are not durable. */
async function recordLeave(
  { deps, local, ending }: State,
  { call, id }: CallRequest,
): Promise<boolean> {
  await call.writing;
  await local.get(call.sessionId)?.saving;
  if (!(await deps.isWritten(call))) throw new Error('events of the request are not written yet');
  const over = await deps.open.leave(call.sessionId, id);
  if (over) ending.add(call.sessionId);
  return over;
}

async function retryLeaves(state: State): Promise<readonly LiveCall[]> {
  const late = state.pendingLeaves;
  state.pendingLeaves = [];
  const over: LiveCall[] = [];
  for (const request of late) if (await recordLeaveOrWait(state, request)) over.push(request.call);
  return over;
}

async function takeEnded(state: State): Promise<readonly LiveCall[]> {
  const { deps, local, ending } = state;
  const late = await retryLeaves(state);
  const claimed = await deps.open.takeOver(idleEndMs);
  const fresh = claimed.filter(({ sessionId }) => !ending.has(sessionId));
  for (const known of local.values()) {
    const { sessionId, inFlight, lastActivityMs } = known.call;
    const isIdle = inFlight === 0 && nowMs(state) - lastActivityMs > idleEndMs;
    if (isIdle && !ending.has(sessionId)) forget(state, known);
  }
  return [...late, ...(await Promise.all(fresh.map((call) => takeClaimed(state, call))))];
}

async function takeClaimed({ deps, local, ending }: State, claimed: ClaimedCall) {
  const { sessionId, agentId, callKey, hungUp } = claimed;
  ending.add(sessionId);
  const call =
    local.get(sessionId)?.call ??
    resumedCall({
      sessionId,
      agentId,
      callKey,
      ended: false,
      turns: 0,
      tree: emptyTree,
      agentName: await deps.agentName(agentId),
      lastActivityMs: 0,
      placeholderCounts: new Map(),
    });
  call.hungUp ||= hungUp;
  return call;
}

/** The store of open calls failed: the request is refused, as when the journal fails. */
function refuse(cause: unknown): never {
  if (cause instanceof Fault || cause instanceof SettingsChanged) throw cause;
  throw new Fault('AuditUnavailable', 'the calls in progress cannot be read or written', { cause });
}

const [startPauseMs, startLimitMs] = [25, 5_000];

/** Of many requests that arrive together, at any replica, one writes the call's beginning. */
async function settleStart(
  { clock, journal, open }: SharedCallsDeps,
  call: LiveCall,
  id: string,
  start: CallEntry['start'],
): Promise<void> {
  const deadline = clock.monotonicUs() + startLimitMs * 1000;
  while ((await journal.read({ sessionId: call.sessionId, limit: 1 })).length === 0) {
    if (call.start !== undefined) return;
    if (await open.takeStart(call.sessionId, id)) {
      call.start = start(call);
      return;
    }
    if (clock.monotonicUs() > deadline) throw new Error('the beginning of the call is not written');
    await pause(startPauseMs);
  }
  call.start = undefined;
}
