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
  /** True while events of the call could not be written yet. */
  readonly hasPending: (call: LiveCall) => boolean;
  /** Brings the summary of a session up to its records. */
  readonly bringSummaryUpToDate: (call: LiveCall) => Promise<void>;
  /** The session is not served here any more. */
  readonly onForgotten: (session: SessionId) => void;
}

/** A call as this replica knows it. */
interface LocalCall {
  readonly call: LiveCall;
  /** Of the memory that was read or saved last, and what that held. */
  version: number;
  weight: number;
  /** Counts up when what others remembered took the place of what was here. */
  generation: number;
  /** True when its beginning is written, or will be with the next events from here. */
  begun: boolean;
  saving: Promise<unknown>;
}

const [startPauseMs, startLimitMs] = [25, 5_000];

/**
 * The calls in progress over many replicas: each turn of a call may reach another one. What a call
 * remembers is read as a request enters and saved before its events are written (decision 0034).
 */
export function createSharedCalls(deps: SharedCallsDeps): LiveCalls {
  const { open, journal, clock, ids } = deps;
  const localCalls = new Map<SessionId, LocalCall>();
  const byKey = new Map<string, LocalCall>();
  /** Calls that this replica is ending. */
  const ending = new Set<SessionId>();
  /** Requests that are over, and whose leaving could not be written. */
  let pendingLeaves: CallRequest[] = [];
  let requests = 0;
  const nowMs = (): number => clock.monotonicUs() / 1000;

  const keptFor = ({ sessionId }: EnteredCall, key: string, agent: Agent): LocalCall => {
    const known = localCalls.get(sessionId);
    if (known !== undefined) return known;
    const call = newCall(agent, key, sessionId);
    const unsaved = { version: 0, weight: 0, generation: 0, saving: Promise.resolve() };
    const fresh: LocalCall = { call, ...unsaved, begun: false };
    localCalls.set(sessionId, fresh);
    if (key !== '') byKey.set(key, fresh);
    return fresh;
  };

  /** So that what is known here of the call is not sent again when it goes on. */
  const move = (one: LocalCall, own: string): void => {
    byKey.delete(one.call.conversation?.tip ?? '');
    one.call.conversation = { tip: own, base: '' };
    byKey.set(own, one);
  };

  const adoptMemory = (one: LocalCall, version: number, memory: string): void => {
    if (version <= one.version) return;
    mergeMemory(one.call, memory);
    one.version = version;
    one.generation += 1;
    // What is known here alone makes it heavier than what was saved.
    one.weight = -1;
  };

  const isBegun = async (session: SessionId): Promise<boolean> =>
    (await journal.read({ sessionId: session, limit: 1 })).length > 0;

  /** Of many requests that arrive at once, at whichever replica, one writes the call's beginning. */
  const settleStart = async (call: LiveCall, id: string, start: CallEntry['start']) => {
    const deadline = clock.monotonicUs() + startLimitMs * 1000;
    while (!(await isBegun(call.sessionId))) {
      if (call.start !== undefined) return;
      if (await open.takeStart(call.sessionId, id)) {
        call.start = start(call);
        return;
      }
      if (clock.monotonicUs() > deadline)
        throw new Error('the beginning of the call is not written');
      await pause(startPauseMs);
    }
    call.start = undefined;
  };

  /** Finds or begins the call of a request; the call is known here from then on. */
  const enterCall = async (agent: Agent, externalId: string, id: string, asking: CallEntry) => {
    const { spoken, turns, settings } = asking;
    const callKey = callKeyOf(deps.callKey, agent, externalId);
    const conversation =
      callKey === '' && spoken ? conversationOf(deps.callKey, agent.id, spoken) : undefined;
    const name = (conversation?.goesOnFrom ?? [callKey]).find((one) => byKey.has(one));
    const before = byKey.get(name ?? '');
    const entered = await open.enter({
      ...{ id, callKey, turns, conversation, settings, agentId: agent.id },
      offered: ids.next('sess'),
      ...(before && { known: { sessionId: before.call.sessionId, version: before.version } }),
    });
    if (entered === undefined) throw new SettingsChanged();
    const one = keptFor(entered, conversation ? entered.sessionId : callKey, agent);
    if (conversation !== undefined) move(one, conversation.own);
    return { entered, one };
  };

  const enter = async (agent: Agent, externalId: string, entering: CallEntry) => {
    const { start, turns } = entering;
    requests += 1;
    const id = `${open.replica}.${requests}`;
    const { entered, one } = await enterCall(agent, externalId, id, entering);
    const { call } = one;
    const request = { call, id, turn: entered.turn };
    call.inFlight += 1;
    call.lastActivityMs = nowMs();
    call.hungUp ||= entered.hungUp;
    call.turns = Math.max(call.turns, entered.turn + turns);
    if (entered.memory !== undefined) adoptMemory(one, entered.version, entered.memory);
    try {
      if (entered.fresh) call.start = start(call);
      else if (!one.begun || call.start !== undefined) await settleStart(call, id, start);
      one.begun = true;
    } catch (error) {
      void leave(request);
      throw error;
    }
    return request;
  };

  const save = async (one: LocalCall, generation: number): Promise<boolean> => {
    if (one.generation !== generation) return false;
    const weight = memoryWeight(one.call);
    if (weight === one.weight) return true;
    const { version } = one;
    const newer = await open.save(one.call.sessionId, version, serializeMemory(one.call));
    if (newer !== undefined) {
      if (newer.version <= version) throw new Error('the memory of a call went back');
      adoptMemory(one, newer.version, newer.memory);
      return false;
    }
    // A request that entered meanwhile has read what was saved here, or what others made of it.
    if (one.version === version) {
      one.version = version + 1;
      one.weight = weight;
    }
    return true;
  };

  /** One after the other; false when the call remembers other things by then. */
  const saved = (one: LocalCall, generation: number): Promise<boolean> => {
    const work = one.saving.then(() => save(one, generation));
    one.saving = work.catch(() => undefined);
    return work;
  };

  const forget = ({ call }: LocalCall): void => {
    localCalls.delete(call.sessionId);
    const tip = call.conversation?.tip ?? '';
    for (const name of [call.callKey, tip]) if (byKey.get(name)?.call === call) byKey.delete(name);
    deps.onForgotten(call.sessionId);
  };

  /** True when the call is over; a request whose events are not on record has not left. */
  const recordLeave = async (request: CallRequest): Promise<boolean> => {
    const { call, id } = request;
    await call.writing;
    await localCalls.get(call.sessionId)?.saving;
    if (deps.hasPending(call)) throw new Error('events of the request are not written yet');
    const over = await open.leave(call.sessionId, id);
    if (over) ending.add(call.sessionId);
    return over;
  };

  const leave = (request: CallRequest): Promise<boolean> => {
    request.call.inFlight -= 1;
    request.call.lastActivityMs = nowMs();
    return recordLeave(request).catch(() => {
      pendingLeaves.push(request);
      return false;
    });
  };

  const takeClaimed = async ({ sessionId, agentId, callKey, hungUp }: ClaimedCall) => {
    ending.add(sessionId);
    const known = localCalls.get(sessionId)?.call;
    const call =
      known ??
      resumedCall({
        ...{ sessionId, agentId, callKey, ended: false, turns: 0, tree: emptyTree },
        agentName: await deps.agentName(agentId),
        lastActivityMs: 0,
        placeholderCounts: new Map(),
      });
    call.hungUp ||= hungUp;
    return call;
  };

  const retryLeaves = async (): Promise<readonly LiveCall[]> => {
    const late = pendingLeaves;
    pendingLeaves = [];
    const over: LiveCall[] = [];
    for (const request of late) {
      const isOver = await recordLeave(request).catch(() => {
        pendingLeaves.push(request);
        return false;
      });
      if (isOver) over.push(request.call);
    }
    return over;
  };

  return {
    enter: (agent, externalId, entering) => enter(agent, externalId, entering).catch(refuse),
    leave,
    remember: async (call, mask) => {
      const one = localCalls.get(call.sessionId);
      if (one === undefined) throw new Error('a call is masked after it was forgotten');
      for (;;) {
        const { generation } = one;
        const masked = await mask();
        if (await saved(one, generation).catch(refuse)) return masked;
      }
    },
    journaled: (call, spanKeys) => {
      for (const key of spanKeys) call.journaled.add(key);
      const one = localCalls.get(call.sessionId);
      // Should it fail, it goes with the next.
      if (one !== undefined) saved(one, one.generation).catch(() => undefined);
    },
    hangUp: async (agent, externalId) => {
      const key = callKeyOf(deps.callKey, agent, externalId);
      if (key === '') return undefined;
      const over = await open.hangUp(key).catch(refuse);
      const known = byKey.get(key);
      if (known !== undefined) known.call.hungUp = true;
      return over === undefined ? undefined : takeClaimed(over);
    },
    past: async (agent, externalId) => {
      const session = await open.past(callKeyOf(deps.callKey, agent, externalId)).catch(refuse);
      return session === undefined ? undefined : { sessionId: session || undefined };
    },
    adopt: async ({ sessionId, agentId, callKey, turns, placeholderCounts }) =>
      open.adopt({
        ...{ sessionId, agentId, callKey, turns },
        memory: memoryOfPlaceholders(placeholderCounts),
      }),
    takeEnded: async () => {
      const late = await retryLeaves();
      const given = await open.takeOver(idleEndMs);
      const fresh = given.filter(({ sessionId }) => !ending.has(sessionId));
      for (const one of localCalls.values()) {
        const { sessionId, inFlight, lastActivityMs } = one.call;
        const isIdle = inFlight === 0 && nowMs() - lastActivityMs > idleEndMs;
        if (isIdle && !ending.has(sessionId)) forget(one);
      }
      return [...late, ...(await Promise.all(fresh.map(takeClaimed)))];
    },
    recordedState: ({ sessionId }) => readRecordedState(journal, sessionId),
    finished: async (call) => {
      await deps.bringSummaryUpToDate(call);
      await open.finished(call.sessionId);
      ending.delete(call.sessionId);
      const one = localCalls.get(call.sessionId);
      if (one !== undefined) forget(one);
    },
    count: () => localCalls.size,
  };
}

/** What every replica must know cannot be had: the request is refused, as when the journal is away. */
function refuse(cause: unknown): never {
  if (cause instanceof Fault || cause instanceof SettingsChanged) throw cause;
  throw new Fault('AuditUnavailable', 'the calls in progress cannot be read or written', { cause });
}
