import type { JournalRecord } from '../../domain/event.ts';
import { parseStoredRecord } from '../../journal/index.ts';
import type { RecordQuery } from '../../ports/journal.ts';
import type { JournalCipher } from './journal-cipher.ts';
import type { Queryable } from './journal-judge.ts';
import type { SealedRow } from './journal-sql.ts';
import { statement } from './statement.ts';

/** Records before it are given up and not read any more. */
const floor = '(SELECT pruned_below FROM journal_retention WHERE id = 1)';

export const readsSql = {
  bySeq: statement<[from: number, limit: number], SealedRow>(
    `SELECT seq, sealed, curr_hash AS "currHash" FROM journal_record
     WHERE seq >= greatest($1, ${floor}) ORDER BY seq LIMIT $2`,
  ),
  // A call that began in records that are gone is gone as a whole.
  bySession: statement<[id: string, from: number, limit: number], SealedRow>(
    `SELECT seq, sealed, curr_hash AS "currHash" FROM journal_record
     WHERE session_id = $1 AND session_seq >= $2
       AND (${floor} = 0 OR EXISTS (SELECT FROM journal_record AS start
         WHERE start.session_id = $1 AND start.session_seq = 0 AND start.seq >= ${floor}))
     ORDER BY session_seq LIMIT $3`,
  ),
} as const;

const maxRead = 10_000;

/** Records in ascending order. Rejects when one was changed, or sealed with another key. */
export async function readRecords(
  { ask }: Queryable,
  cipher: JournalCipher,
  { sessionId, from = 0, limit }: RecordQuery,
): Promise<readonly JournalRecord[]> {
  const most = Math.min(Math.max(limit, 1), maxRead);
  const rows =
    sessionId === undefined
      ? await ask(readsSql.bySeq, [from, most])
      : await ask(readsSql.bySession, [sessionId, from, most]);
  return rows.map((row) => openRecord(row, cipher));
}

export function openRecord({ seq, sealed, currHash }: SealedRow, cipher: JournalCipher) {
  return parseStoredRecord(cipher.open(seq, sealed), currHash.toString('hex'));
}
