import {
  journalKeys,
  parseStoredRecord,
  pruneBoundary,
  retentionScan,
  tileSize,
} from '../../../journal/index.ts';
import type { PrunePlan, PruneQuery } from '../../../ports/retention.ts';
import { openDatabase } from '../engine/connection.ts';
import type { RawRecord } from './journal-store.ts';
import type { JournalData } from './journal-thread.ts';
import { journalMigrations } from './migrations.ts';
import { journalSql, retentionSql } from './statements.ts';

export interface RetentionPlanData
  extends PruneQuery,
    Pick<JournalData, 'file' | 'key' | 'databaseKey'> {}

/**
 * Reads one snapshot from the oldest record on until one must stay, and writes nothing. What it
 * finds past its retention stays so: records that are there do not change, and a call of back then
 * gets no further leaf.
 */
export function planPruning({ file, key, databaseKey, ...terms }: RetentionPlanData): PrunePlan {
  const db = openDatabase({
    file,
    key: journalKeys(key, databaseKey).database,
    migrations: journalMigrations,
    readonly: true,
  });
  try {
    db.exec('BEGIN');
    const bySeq = db.prepare<[number, number], RawRecord>(journalSql.bySeq).raw();
    const startOf = db.prepare<[string], number>(journalSql.sessionStart).pluck();
    const lastOf = db.prepare<[string], number>(retentionSql.lastOfSession).pluck();
    const state = db.prepare<[], { pruned_below: number }>(retentionSql.state);
    const holds = db.prepare<[], { session_id: string }>(retentionSql.holds);
    const from = state.get()?.pruned_below ?? 0;
    const scan = retentionScan(terms, from);
    const readOn = ([body, hash]: RawRecord) => scan.add(parseStoredRecord(body, hash));
    for (let next = from; ; next += tileSize) {
      const rows = bySeq.all(next, tileSize);
      if (!rows.every(readOn) || rows.length < tileSize) break;
    }
    const { end, unsealed, sessionStarts } = scan.found();
    const goingOn = unsealed.filter(({ id }) => (lastOf.get(id) ?? 0) >= end);
    const held = holds
      .all()
      .map(({ session_id: id }) => (id === '' ? 0 : (startOf.get(id) ?? end)));
    const boundary = Math.max(
      from,
      pruneBoundary(end, [...goingOn.map(({ firstSeq }) => firstSeq), ...held]),
    );
    const sessions = sessionStarts.filter((seq) => seq < boundary).length;
    return { firstSeq: from, lastSeq: boundary - 1, sessions };
  } finally {
    db.close();
  }
}
