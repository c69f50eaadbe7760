import type { RecordBatch } from './journal-layout.ts';
import type { PipelinedConnection } from './journal-pipe.ts';
import { statement } from './statement.ts';

/** `hashes` are those of the record before the first and then of each; `sealed` is all of them in one. */
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

/** Writes what was laid out, in one statement; nothing when there is nothing. */
export async function insertBatch(pipe: Pick<PipelinedConnection, 'ask'>, batch: RecordBatch): Promise<void> {
  const { rows, prevHash, seq } = batch.take();
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
