import type { EarlierCall } from '../calls/live-call.ts';
import { callProgress, pagesFrom, readSession } from '../calls/session-records.ts';
import type { EventDraft, EventFields, EventKind, JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { orderValue, type SessionSummary } from '../domain/session.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { valueKeyUnder } from './call-search.ts';
import type { SessionRecorder } from './session-recorder.ts';

export interface ResumeDeps {
  readonly agents: Pick<Agents, 'get'>;
  readonly summaries: SessionSummaries;
  readonly journal: Journal;
  readonly recorder: SessionRecorder;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether other replicas may be answering requests of these calls. */
  readonly replicated: boolean;
  /** Size of the journal when this process started: sessions that begin later are its own. */
  readonly before: number;
  /** The search key of a value under each masking key that is kept. */
  readonly searchKeysOf: readonly ReturnType<typeof valueKeyUnder>[];
  /** Continues a call. */
  readonly adopt: (earlier: EarlierCall) => void | Promise<void>;
}

/**
 * At start: folds records into the session summaries, which may lag behind the journal after a crash,
 * and continues calls that have not ended or have no seal. A turn that was sent and whose end is on no record
 * gets one that says so (decision 0153), and so does a function that was called.
 */
export async function resumeCalls(deps: ResumeDeps): Promise<void> {
  const behind = await sessionsAfter(deps, await deps.summaries.foldedSeq());
  const open = await openSessions(deps);
  for (const id of new Set([...behind, ...open])) await resume(deps, id);
  await deps.recorder.settle();
}

async function sessionsAfter(
  { journal }: ResumeDeps,
  foldedSeq: number,
): Promise<readonly SessionId[]> {
  const ids = new Set<SessionId>();
  for await (const records of pagesFrom(journal, foldedSeq + 1)) {
    for (const { session_id: id } of records) if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

async function openSessions({ summaries }: ResumeDeps): Promise<readonly SessionId[]> {
  const ids: SessionId[] = [];
  let after: SessionSummary | undefined;
  for (;;) {
    const rows = await summaries.list({
      open: true,
      limit: 100,
      ...(after === undefined ? {} : { after: { value: orderValue(after), id: after.id } }),
    });
    ids.push(...rows.map(({ id }) => id));
    after = rows.at(-1);
    if (after === undefined || rows.length < 100) return ids;
  }
}

async function resume(deps: ResumeDeps, id: SessionId): Promise<void> {
  const { agents, summaries, journal, recorder, before, searchKeysOf, adopt } = deps;
  const earlier = await readSession(journal, id);
  const [first] = earlier;
  if (first?.agent_id === undefined || first.seq >= before) return;
  const records = [...earlier, ...(await endLostTurns(deps, earlier))];
  const row = await summaries.get(id);
  const agent = await agents.get(first.agent_id);
  const facts = {
    callKey: await summaries.keyOf(id),
    agentName: agent?.name ?? row?.summary.agentName ?? '',
  };
  for (const record of records) recorder.fold(record, facts);
  const has = (wanted: EventKind): boolean => records.some(({ kind }) => kind === wanted);
  if (has('session_sealed')) return;
  const kept = await summaries.numberedKeys(id);
  const placeholders = new Map(kept.map(({ key, placeholder }) => [key, placeholder]));
  await adopt({
    sessionId: id,
    agentId: first.agent_id,
    ended: has('call_ended'),
    ...facts,
    ...callProgress(records, [...placeholders.values()]),
    earlierPlaceholder: (value) => {
      const key = searchKeysOf.map((keyOf) => keyOf(value)).find((one) => placeholders.has(one));
      return key === undefined ? undefined : placeholders.get(key);
    },
  });
}

/**
 * Journals an end for each turn that has none: the process died after it had forwarded the request, and nobody
 * knows what the caller heard. The same for each function that was called. A call that is sealed stays as it is. While
 * the journal refuses, they stay without their ends until the next start.
 */
async function endLostTurns(
  { clock, journal, replicated }: ResumeDeps,
  records: readonly JournalRecord[],
): Promise<readonly JournalRecord[]> {
  if (replicated || records.some(({ kind }) => kind === 'call_ended')) return [];
  const [first] = records;
  if (first?.session_id === undefined || first.agent_id === undefined) return [];
  const call = { session_id: first.session_id, agent_id: first.agent_id };
  const ts = new Date(clock.now()).toISOString();
  const drafts = [
    ...lostFunctions(records).map(
      (fields): EventDraft => ({ kind: 'function_ended', ts, ...call, fields }),
    ),
    ...lostTurns(records).map(
      (turn): EventDraft => ({
        kind: 'response_completed',
        ts,
        ...call,
        fields: { ...unknownEnd, turn },
      }),
    ),
  ];
  return drafts.length === 0 ? [] : journal.append(drafts).catch(() => []);
}

/** Turns that were sent and whose end is on no record. */
function lostTurns(records: readonly JournalRecord[]): readonly number[] {
  const turnsOf = (wanted: EventKind) =>
    records.flatMap(({ kind, turn }) => (kind === wanted ? [Number(turn)] : []));
  const ended = new Set(turnsOf('response_completed'));
  return turnsOf('request_masked').filter((turn) => !ended.has(turn));
}

/** The ends of functions that were called and whose end is on no record. */
function lostFunctions(
  records: readonly JournalRecord[],
): readonly EventFields['function_ended'][] {
  const ended = new Set(
    records.flatMap(({ kind, run_id }) => (kind === 'function_ended' ? [run_id] : [])),
  );
  const lost = records.filter(
    ({ kind, run_id }) => kind === 'function_called' && !ended.has(run_id),
  );
  return lost.map((record) => {
    // A record holds the fields of its kind: the journal checks them when it reads them.
    const { turn, run_id, function: name } = record as unknown as EventFields['function_called'];
    return {
      ...(turn !== undefined && { turn }),
      run_id,
      function: name,
      outcome: 'unknown',
      attempts: 1,
      duration_us: 0,
    };
  });
}

const unknownEnd = {
  status: 'partial',
  reason: 'service_stopped',
  stream: 'unknown',
  restored: 0,
  failed: 0,
  added_us: 0,
  first_byte_us: 0,
  duration_us: 0,
} as const;
