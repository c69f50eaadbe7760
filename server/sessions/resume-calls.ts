import type { EarlierCall } from '../calls/live-call.ts';
import { callProgress, pagesFrom, readSession } from '../calls/session-records.ts';
import type { EventKind } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { orderValue, type SessionSummary } from '../domain/session.ts';
import type { Agents } from '../ports/agents.ts';
import type { Journal } from '../ports/journal.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { SessionRecorder } from './session-recorder.ts';

export interface ResumeDeps {
  readonly agents: Pick<Agents, 'get'>;
  readonly summaries: SessionSummaries;
  readonly journal: Journal;
  readonly recorder: SessionRecorder;
  /** Size of the journal when this process started: sessions that begin later are its own. */
  readonly before: number;
  /** Continues a call. */
  readonly adopt: (earlier: EarlierCall) => void | Promise<void>;
}

/**
 * At start: folds records into the session summaries, which may lag behind the journal after a crash,
 * and continues calls that have not ended or have no seal.
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

async function resume(
  { agents, summaries, journal, recorder, before, adopt }: ResumeDeps,
  id: SessionId,
): Promise<void> {
  const records = await readSession(journal, id);
  const first = records[0];
  if (first?.agent_id === undefined || first.seq >= before) return;
  const row = await summaries.get(id);
  const agent = await agents.get(first.agent_id);
  const facts = {
    callKey: await summaries.keyOf(id),
    agentName: agent?.name ?? row?.summary.agentName ?? '',
  };
  for (const record of records) recorder.fold(record, facts);
  const has = (wanted: EventKind): boolean => records.some(({ kind }) => kind === wanted);
  if (has('session_sealed')) return;
  await adopt({
    sessionId: id,
    agentId: first.agent_id,
    ended: has('call_ended'),
    ...facts,
    ...callProgress(records),
  });
}
