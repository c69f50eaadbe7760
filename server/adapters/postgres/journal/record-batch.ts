import type { EventDraft, JournalRecord } from '../../../domain/event.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { clockRegressionDraft, placeRecord } from '../../../journal/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { PipelinedConnection } from '../engine/pipelined-connection.ts';
import { statement } from '../engine/statement.ts';
import type { JournalCipher } from './journal-cipher.ts';

/** `hashes` begins with that of the record before the first; `sealed` is all sealed bodies joined. */
export const insertRecords = statement<
  [
    firstSeq: number,
    sessionIds: readonly (string | null)[],
    sessionSeqs: readonly (number | null)[],
    kinds: readonly string[],
    times: readonly string[],
    starts: readonly number[],
    lengths: readonly number[],
    hashes: Uint8Array,
    sealed: Uint8Array,
  ]
>(
  `INSERT INTO journal_record
     (seq, session_id, session_seq, kind, ts, prev_hash, curr_hash, sealed)
   SELECT $1::bigint + at - 1, session_id, session_seq, kind, ts,
     substring($8::bytea FROM (at::int - 1) * 32 + 1 FOR 32),
     substring($8::bytea FROM at::int * 32 + 1 FOR 32),
     substring($9::bytea FROM start + 1 FOR length)
   FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::int[], $7::int[])
     WITH ORDINALITY AS row (session_id, session_seq, kind, ts, start, length, at)`,
);

/** Writes what was appended to the batch so far. */
export async function insertBatch(
  pipe: Pick<PipelinedConnection, 'ask'>,
  batch: RecordBatch,
): Promise<void> {
  await insertRows(pipe, batch.take());
}

/** Writes rows that follow each other; sends nothing when there are none. */
export async function insertRows(
  pipe: Pick<PipelinedConnection, 'ask'>,
  { rows, prevHash, seq }: Rows,
): Promise<void> {
  if (rows.length === 0) return;
  let start = 0;
  const starts = rows.map(({ sealed }) => {
    start += sealed.length;
    return start - sealed.length;
  });
  await pipe.ask(insertRecords, [
    seq,
    rows.map(({ sessionId }) => sessionId),
    rows.map(({ sessionSeq }) => sessionSeq),
    rows.map(({ kind }) => kind),
    rows.map(({ ts }) => ts),
    starts,
    rows.map(({ sealed }) => sealed.length),
    Buffer.from(prevHash + rows.map(({ currHash }) => currHash).join(''), 'hex'),
    Buffer.concat(rows.map(({ sealed }) => sealed)),
  ]);
}

/** Where a chain ends. */
export interface ChainEnd extends JournalHead {
  /** Time of the last record, the journal's own left out; '' when there is none. */
  readonly lastTs: string;
}

/** A record as the table takes it. */
export interface BatchRow {
  readonly sessionId: SessionId | null;
  readonly sessionSeq: number | null;
  readonly kind: string;
  readonly ts: string;
  readonly currHash: string;
  readonly sealed: Buffer;
}

/** Records in order, and the hash that the first of them, at `seq`, follows. */
export interface Rows {
  readonly rows: readonly BatchRow[];
  readonly prevHash: string;
  readonly seq: number;
}

/** Builds records that follow the end of a chain, while this replica holds its head. */
export interface RecordBatch {
  /** Appends all drafts, or throws and appends none. An event about a clock that was set back comes first. */
  append(drafts: readonly EventDraft[]): readonly JournalRecord[];
  /** Appends a record of the journal's own; its time is not the callers'. */
  appendOwn(draft: EventDraft): JournalRecord;
  end(): ChainEnd;
  /** What was appended since the last call. */
  take(): Rows;
}

/** `next` holds the next `session_seq` of every session of the drafts. */
export function recordBatch(
  from: ChainEnd,
  next: ReadonlyMap<string, number>,
  { ids, cipher }: { readonly ids: Ids; readonly cipher: JournalCipher },
): RecordBatch {
  const sessions = new Map(next);
  let end = from;
  let taken: JournalHead = from;
  let rows: BatchRow[] = [];

  const place = (draft: EventDraft): JournalRecord => {
    const session = draft.session_id;
    const sessionSeq = session === undefined ? undefined : sessions.get(session);
    if (session !== undefined && sessionSeq === undefined) throw new Error('an unknown session');
    const { size: seq, hash: prevHash } = end;
    const { record, body, currHash } = placeRecord(draft, { seq, sessionSeq, prevHash }, ids);
    rows.push({
      sessionId: session ?? null,
      sessionSeq: sessionSeq ?? null,
      kind: draft.kind,
      ts: draft.ts,
      currHash,
      sealed: cipher.seal(seq, body),
    });
    if (session !== undefined) sessions.set(session, (sessionSeq ?? 0) + 1);
    end = { ...end, size: seq + 1, hash: currHash };
    return { ...record, curr_hash: currHash } as JournalRecord;
  };

  const placeAll = (drafts: readonly EventDraft[]): readonly JournalRecord[] => {
    const [first, last] = [drafts[0], drafts.at(-1)];
    const regression = first && clockRegressionDraft(end.lastTs, first.ts);
    if (regression !== undefined) place(regression);
    const records = drafts.map(place);
    if (last !== undefined) end = { ...end, lastTs: last.ts };
    return records;
  };
  const undo = (to: ChainEnd, count: number): void => {
    for (const { sessionId, sessionSeq } of rows.splice(count).reverse()) {
      if (sessionId !== null && sessionSeq !== null) sessions.set(sessionId, sessionSeq);
    }
    end = to;
  };

  return {
    append(drafts) {
      const [before, count] = [end, rows.length];
      try {
        return placeAll(drafts);
      } catch (error) {
        undo(before, count);
        throw error;
      }
    },
    appendOwn: place,
    end: () => end,
    take() {
      const batch = { rows, prevHash: taken.hash, seq: taken.size };
      taken = end;
      rows = [];
      return batch;
    },
  };
}
