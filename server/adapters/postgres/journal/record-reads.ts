import type { JournalRecord } from '../../../domain/event.ts';
import { parseStoredRecord, tileSize } from '../../../journal/index.ts';
import type { ActivityRecords, RecordQuery } from '../../../ports/journal.ts';
import { statement } from '../engine/statement.ts';
import type { Queryable } from './gap-detector.ts';
import type { JournalCipher } from './journal-cipher.ts';
import type { SealedRow } from './statements.ts';

const hashBytes = 32;

/** Deleted records leave their hashes in tiles; a tile is deleted as a whole or not at all. */
export const readHashes = statement<
  [fromTile: number, beforeTile: number, before: number],
  { hashes: Buffer }
>(
  `SELECT
     coalesce((SELECT string_agg(hashes, ''::bytea ORDER BY no) FROM journal_tile
       WHERE no >= $1::bigint AND no < $2::bigint), ''::bytea)
     || coalesce((SELECT string_agg(curr_hash, ''::bytea ORDER BY seq) FROM journal_record
       WHERE seq >= $1::bigint * 256 AND seq < $3::bigint), ''::bytea) AS hashes`,
);

/** Hashes in hex of the records [from, to), deleted ones included; fewer where some are missing. */
export async function hashesBetween(
  { ask }: Queryable,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const tile = Math.floor(from / tileSize);
  const [row] = await ask(readHashes, [tile, Math.ceil(to / tileSize), to]);
  const bytes = row?.hashes ?? Buffer.alloc(0);
  const start = tile * tileSize;
  const count = Math.min(to - start, bytes.length / hashBytes) - (from - start);
  return Array.from({ length: Math.max(count, 0) }, (_, at) => {
    const first = (from - start + at) * hashBytes;
    return bytes.toString('hex', first, first + hashBytes);
  });
}

/** Records before it are given up and not read any more. */
const floor = '(SELECT pruned_below FROM journal_retention WHERE id = 1)';

export const readsSql = {
  bySeq: statement<[from: number, limit: number], SealedRow>(
    `SELECT seq, sealed, curr_hash AS "currHash" FROM journal_record
     WHERE seq >= greatest($1, ${floor}) ORDER BY seq LIMIT $2`,
  ),
  // The condition of the index, word for word.
  activity: statement<[before: number, limit: number], SealedRow>(
    `SELECT seq, sealed, curr_hash AS "currHash" FROM journal_record
     WHERE kind NOT IN (
         'call_started', 'request_masked', 'detection', 'redaction_applied', 'language_not_covered',
         'egress_scanned', 'leak_blocked', 'response_completed', 'rehydration_failed', 'call_ended',
         'session_sealed', 'checkpoint_signed', 'clock_regression', 'retention_pruned')
       AND kind <> 'tile_filled' AND seq >= ${floor} AND seq < $1 ORDER BY seq DESC LIMIT $2`,
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

/** See `ActivityRecords`. Kinds that name nobody are left out after they were opened. */
export async function readActivity(
  { ask }: Queryable,
  cipher: JournalCipher,
  { before = Number.MAX_SAFE_INTEGER, limit }: Parameters<ActivityRecords['activity']>[0],
): Promise<readonly JournalRecord[]> {
  const most = Math.min(Math.max(limit, 1), maxRead);
  const rows = await ask(readsSql.activity, [before, most]);
  return rows.map((row) => openRecord(row, cipher));
}

export function openRecord({ seq, sealed, currHash }: SealedRow, cipher: JournalCipher) {
  return parseStoredRecord(cipher.open(seq, sealed), currHash.toString('hex'));
}
