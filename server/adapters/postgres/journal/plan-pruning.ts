import { pruneBoundary, retentionScan } from '../../../journal/index.ts';
import type { PrunePlan, PruneQuery } from '../../../ports/retention.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { asQueryable } from './gap-detector.ts';
import type { JournalCipher } from './journal-cipher.ts';
import { recordBlocks } from './journal-snapshot.ts';
import { openRecord } from './record-reads.ts';
import { firstHeldSeq, retentionSql } from './retention.ts';

export const planSql = {
  lastOfSessions: statement<[ids: readonly string[]], { id: string; last: number | null }>(
    `SELECT id, (SELECT seq FROM journal_record WHERE session_id = id
       ORDER BY session_seq DESC LIMIT 1) AS last
     FROM unnest($1::text[]) AS id`,
  ),
} as const;

/**
 * Reads from the oldest record on until one must stay, and writes nothing. What it finds past its
 * retention stays so: records that are there do not change, and a call of back then gets no further
 * leaf. Holds are looked at again when records are given up.
 */
export async function planPruning(
  database: PostgresDatabase,
  cipher: JournalCipher,
  terms: PruneQuery,
): Promise<PrunePlan> {
  const asked = asQueryable(database);
  const [state] = await asked.ask(retentionSql.state, []);
  const from = state?.prunedBelow ?? 0;
  const scan = retentionScan(terms, from);
  for await (const rows of recordBlocks(asked, from, Number.MAX_SAFE_INTEGER)) {
    if (!rows.every((row) => scan.add(openRecord(row, cipher)))) break;
  }
  const { end, unsealed, sessionStarts } = scan.found();
  const lasts = await asked.ask(planSql.lastOfSessions, [unsealed.map(({ id }) => id)]);
  const goesOn = new Set(lasts.filter(({ last }) => (last ?? 0) >= end).map(({ id }) => id));
  const goingOn = unsealed.filter(({ id }) => goesOn.has(id)).map(({ firstSeq }) => firstSeq);
  const boundary = Math.max(from, pruneBoundary(end, [...goingOn, await firstHeldSeq(asked)]));
  const sessions = sessionStarts.filter((seq) => seq < boundary).length;
  return { firstSeq: from, lastSeq: boundary - 1, sessions };
}
