import type Database from 'better-sqlite3-multiple-ciphers';
import type { JournalRecord } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import {
  canonicalJson,
  type ExportSource,
  type ExportTree,
  exportFormat,
  exportHeader,
  exportLines,
  exportTree,
  journalKeys,
  logProofs,
  parseStoredRecord,
  type StoredCheckpoint,
  sessionRoot,
  zeroHash,
} from '../../../journal/index.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import { openDatabase, openWithoutMigrating } from '../engine/connection.ts';
import type { RawRecord } from './journal-store.ts';
import type { JournalData } from './journal-thread.ts';
import { journalMigrations } from './migrations.ts';
import { prunedHashes, prunedRecords } from './pruned-records.ts';
import { journalSql } from './statements.ts';

export interface ExportQuery {
  /** One session, with the proof of each of its records. */
  readonly sessionId?: SessionId;
  /** First `seq` wanted; default: the first that is there. */
  readonly from?: number;
}

const sql = {
  end: `SELECT seq + 1 AS size, curr_hash AS hash, ifnull(body ->> '$.ts', '') AS ts
    FROM event ORDER BY seq DESC LIMIT 1`,
  from: 'SELECT body, curr_hash FROM event WHERE seq >= ? ORDER BY seq',
  hashes: 'SELECT curr_hash FROM event WHERE seq >= ? ORDER BY seq',
  checkpoints: 'SELECT size, note, voided_by AS voidedBy FROM checkpoint ORDER BY id',
  session: journalSql.bySession.replace(/LIMIT \?$/, ''),
} as const;

/**
 * The journal, or a session of it, as lines that verify without this program
 * (docs/journal-format.md). Reads one snapshot beside a writer at work and writes nothing; the
 * checkpoint in the last line is signed only if all that were signed before hold. Throws Fault
 * `session_not_found`.
 */
export function* exportJournal(data: JournalData, query: ExportQuery = {}): Generator<string> {
  const keys = journalKeys(data.key, data.databaseKey);
  const db = openDatabase({
    file: data.file,
    key: keys.database,
    migrations: journalMigrations,
    readonly: true,
  });
  try {
    db.exec('BEGIN');
    const checkpoints = db.prepare(sql.checkpoints).all() as StoredCheckpoint[];
    const source: Source = { db, origin: data.origin, keys, checkpoints };
    const lines =
      query.sessionId === undefined
        ? wholeJournal(source, query.from ?? 0)
        : oneSession(source, query.sessionId);
    for (const line of lines) yield `${line}\n`;
  } finally {
    db.close();
  }
}

/** What a journal's database ends with; `ts` is '' when it is empty. */
export interface JournalEnd extends JournalHead {
  readonly ts: string;
}

export function journalEnd({ file, key }: { file: string; key: Uint8Array }): JournalEnd {
  const db = openWithoutMigrating({ file, key }, { writable: false });
  try {
    return endOf(db);
  } finally {
    db.close();
  }
}

interface Source extends ExportSource {
  readonly db: Database.Database;
}

function* wholeJournal(source: Source, from: number): Generator<string> {
  const { db } = source;
  const end = endOf(db);
  const first = Math.max(Math.min(from, end.size), prunedRecords(db).below());
  const lines = exportLines(source);
  for (const hash of hashesUpTo(db, first)) lines.before(hash);
  yield lines.header();
  for (const [body, currHash] of db.prepare(sql.from).raw().iterate(first) as Iterable<RawRecord>) {
    yield lines.record(body, currHash);
  }
  yield lines.footer(end);
}

function* oneSession(source: Source, sessionId: SessionId): Generator<string> {
  const { db } = source;
  const rows = db.prepare(sql.session).raw().all(sessionId, 0) as RawRecord[];
  if (rows.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  const records = rows.map(([body, currHash]): JournalRecord => parseStoredRecord(body, currHash));
  yield canonicalJson({ ...exportHeader(source), session_id: sessionId });
  for (const record of records) yield canonicalJson(record);
  const log = exportTree(source);
  const { size } = endOf(db);
  const hashes = addingTo(log, hashesUpTo(db, size));
  const seqs = records.map(({ seq }) => seq);
  const { proofs } = logProofs(hashes, size, seqs);
  // Read no further, or the database stays busy.
  hashes.return(undefined);
  yield canonicalJson({
    end: exportFormat,
    size,
    checkpoint: log.checkpoint(),
    merkle_root_hex: sessionRoot(records),
    proofs,
  });
}

function* addingTo(log: ExportTree, hashes: Iterable<string>): Generator<string> {
  for (const hash of hashes) {
    log.add(hash);
    yield hash;
  }
}

/** Hashes of the first `size` records, those that retention deleted included. */
function* hashesUpTo(db: Database.Database, size: number): Generator<string> {
  let next = 0;
  for (const hash of prunedHashes(db)) {
    if (next >= size) return;
    next += 1;
    yield hash;
  }
  for (const hash of db.prepare(sql.hashes).pluck().iterate(next) as Iterable<string>) {
    if (next >= size) return;
    next += 1;
    yield hash;
  }
}

function endOf(db: Database.Database): JournalEnd {
  const last = db.prepare(sql.end).get() as JournalEnd | undefined;
  return last ?? { size: 0, hash: zeroHash, ts: '' };
}
