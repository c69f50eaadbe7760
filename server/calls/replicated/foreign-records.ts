import { setTimeout as pause } from 'node:timers/promises';
import type { JournalRecord } from '../../domain/event.ts';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import { RecentMap } from '../../domain/recent-map.ts';
import type { Appended, Journal, SeqRange } from '../../ports/journal.ts';
import type { CallIdentity } from '../live-call.ts';

export interface ForeignRecordsDeps {
  readonly journal: Pick<Journal, 'read'>;
  readonly appended: Appended;
  /** Called for each record of a call, in order. */
  readonly onRecord: (record: JournalRecord, call: CallIdentity) => void;
  /** Called for records of any replica that sign somebody out. */
  readonly onSignOut?: (() => void) | undefined;
  readonly agentName: (id: AgentId) => Promise<string>;
  readonly onFailure: (error: unknown) => void;
}

/** Follows the records of other replicas for the live view (decision 0034). */
export interface ForeignRecords {
  /** Marks a record as this replica's own, which the live view already has. */
  own(record: JournalRecord): void;
  /** Stops; resolves when nothing is being read. */
  close(): Promise<void>;
}

/** How long ranges are collected: by then this replica knows which records are its own. */
const batchMs = 100;
/** The last text of a call arrives after the record of its end, so that record waits this long. */
const endDelayMs = 400;
const page = 1_000;
const rememberedRecords = 20_000;
/** Ended calls included: a late record must not begin such a call again. */
const rememberedCalls = 20_000;

export function followForeignRecords(deps: ForeignRecordsDeps): ForeignRecords {
  const { journal, onRecord, agentName, onFailure } = deps;
  const own = new RecentMap<number, true>(rememberedRecords);
  const calls = new RecentMap<SessionId, CallIdentity>(rememberedCalls);
  let due: SeqRange | undefined;
  let reading: Promise<void> | undefined;
  let closed = false;

  const callOf = async (record: JournalRecord): Promise<CallIdentity | undefined> => {
    const { session_id: sessionId, agent_id: agentId } = record;
    if (sessionId === undefined || agentId === undefined) return undefined;
    const known = calls.get(sessionId);
    if (known !== undefined) return known;
    const call = { sessionId, agentId, agentName: await agentName(agentId) };
    calls.set(sessionId, call);
    return call;
  };

  const publish = async (record: JournalRecord): Promise<void> => {
    if (own.get(record.seq) !== undefined) return;
    if (record.kind === 'logout' || record.kind === 'access_changed') deps.onSignOut?.();
    const call = await callOf(record);
    if (call === undefined) return;
    const fold = () => onRecord(record, call);
    if (record.kind === 'call_ended') setTimeout(fold, endDelayMs).unref();
    else fold();
  };

  const publishRange = async ({ from, to }: SeqRange): Promise<void> => {
    for (let next = from; next < to && !closed; next += page) {
      const records = await journal.read({ from: next, limit: Math.min(page, to - next) });
      for (const record of records.filter(({ seq }) => seq < to)) await publish(record);
    }
  };

  const readDue = async (): Promise<void> => {
    while (due !== undefined && !closed) {
      await pause(batchMs);
      const range = due;
      due = undefined;
      await publishRange(range);
    }
  };

  const read = (): void => {
    reading ??= readDue()
      .catch(onFailure)
      .finally(() => {
        reading = undefined;
        if (due !== undefined && !closed) read();
      });
  };
  const stop = deps.appended(({ from, to }) => {
    due = { from: due?.from ?? from, to };
    read();
  });

  return {
    own: ({ seq }) => own.set(seq, true),
    close: async () => {
      closed = true;
      stop();
      await reading;
    },
  };
}
