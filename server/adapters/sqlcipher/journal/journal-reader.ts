import { statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import {
  type ExportQuery,
  exportJournal,
  type HoldRow,
  type JournalReader,
  type JournalSnapshot,
  journalKeys,
  parseStoredRecord,
  retentionSteps,
  type StoredCheckpoint,
  type StoredRow,
  verifyJournal,
  zeroHash,
} from '../../../journal/index.ts';
import type { JournalHead, Verification } from '../../../ports/journal.ts';
import { readHead } from '../../system/head-file.ts';
import { migrate, openDatabase, withDatabase } from '../engine/connection.ts';
import type { RawRecord } from './journal-store.ts';
import type { JournalData } from './journal-worker.ts';
import { journalMigrations } from './migrations.ts';
import { prunedRecords, prunedTiles } from './pruned-records.ts';
import { journalSql, retentionSql } from './statements.ts';

const rowsPerBlock = 1_000;
const rememberedSessions = 10_000;

const sql = {
  end: `SELECT seq + 1 AS size, curr_hash AS hash, ifnull(body ->> '$.ts', '') AS ts
    FROM event ORDER BY seq DESC LIMIT 1`,
  hashes: 'SELECT seq, curr_hash FROM event WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT 4096',
  checkpoints: 'SELECT size, note, voided_by AS voidedBy FROM checkpoint ORDER BY id',
} as const;

export interface FileJournalReader extends JournalReader {
  close(): void;
}

/**
 * Opens a journal's file to read one snapshot of it, with or without a writer at work. Throws when it
 * cannot be opened with this key.
 */
export function openJournalReader(data: JournalData): FileJournalReader {
  const keys = journalKeys(data.key, data.databaseKey);
  // The head first: what is appended meanwhile then follows it.
  const head = readHead(data.headFile, keys.head);
  const db = openDatabase({
    file: data.file,
    key: keys.database,
    migrations: journalMigrations,
    readonly: true,
  });
  db.exec('BEGIN');
  return readerOf(db, data, head);
}

/** A file without a byte holds no record. */
function openForVerification(data: JournalData): FileJournalReader {
  if (statSync(data.file).size > 0) return openJournalReader(data);
  const db = new Database(':memory:');
  migrate(db, journalMigrations);
  return readerOf(db, data, readHead(data.headFile, journalKeys(data.key).head));
}

/** Opens a journal's file and verifies it (`verifyJournal`). Rejects when this key does not open it. */
export async function verifyJournalFile(
  data: JournalData,
  handedOut: readonly string[] = [],
  onRecord?: (seq: number) => void,
): Promise<Verification> {
  const { public: publicKey } = journalKeys(data.key, data.databaseKey);
  const reader = openForVerification(data);
  try {
    const query = { origin: data.origin, publicKey, handedOut, ...(onRecord && { onRecord }) };
    return await verifyJournal(reader, query);
  } finally {
    reader.close();
  }
}

/** Opens a journal's file and exports it (`exportJournal`). */
export async function* exportJournalFile(
  data: JournalData,
  query: ExportQuery = {},
): AsyncGenerator<string> {
  const keys = journalKeys(data.key, data.databaseKey);
  const reader = openJournalReader(data);
  try {
    yield* exportJournal(reader, { origin: data.origin, keys }, query);
  } finally {
    reader.close();
  }
}

/** What a journal's database ends with; `ts` is '' when it is empty. */
export interface JournalEnd extends JournalHead {
  readonly ts: string;
}

export function journalEnd(database: { file: string; key: Uint8Array }): JournalEnd {
  return withDatabase(database, { writable: false }, endOf);
}

function endOf(db: Database.Database): JournalEnd {
  const last = db.prepare(sql.end).get() as JournalEnd | undefined;
  return last ?? { size: 0, hash: zeroHash, ts: '' };
}

function readerOf(
  db: Database.Database,
  { knownHeads = [] }: JournalData,
  head: JournalSnapshot['head'],
): FileJournalReader {
  return {
    isStable: true,
    headIsExact: false,
    snapshot: async () => ({
      ...recordReads(db),
      head,
      knownHeads,
      checkpoints: db.prepare(sql.checkpoints).all() as StoredCheckpoint[],
    }),
    // Each page carries its own HMAC: a changed page cannot be read at all.
    isDamage: (error) =>
      error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code),
    close: () => db.close(),
  };
}

function recordReads(
  db: Database.Database,
): Omit<JournalSnapshot, 'head' | 'knownHeads' | 'checkpoints'> {
  const pruned = prunedRecords(db);
  const bySession = db.prepare(journalSql.bySession).raw();
  const start = db.prepare<[string], number>(journalSql.sessionStart).pluck();
  const lastSeq = db.prepare<[string], number | null>(retentionSql.lastOfSession).pluck();
  const holds = db.prepare<[], HoldRow>(retentionSql.holds);
  return {
    prunedBelow: pruned.below(),
    deletedBelow: pruned.deletedBelow(),
    end: () => {
      const { size, hash } = endOf(db);
      return { size, hash };
    },
    records: (from) => storedRows(db, from),
    hashes: (before) => hashBlocks(db, before),
    async session(id) {
      if ((start.get(id) ?? -1) < pruned.below()) return [];
      const rows = bySession.all(id, 0, Number.MAX_SAFE_INTEGER) as RawRecord[];
      return rows.map(([body, currHash]) => parseStoredRecord(body, currHash));
    },
    lastSeqOf: async (ids) => new Map(ids.map((id) => [id, lastSeq.get(id) ?? 0])),
    heldFrom: async () => retentionSteps.heldFrom(holds.all()),
  };
}

type EventRow = [
  seq: number,
  sessionNo: number | null,
  sessionSeq: number | null,
  body: string,
  currHash: string,
];

function* storedRows(db: Database.Database, from: number): Generator<readonly StoredRow[]> {
  const block = db.prepare(journalSql.rows).raw();
  const sessionId = db.prepare(journalSql.sessionId).pluck();
  const sessionIds = new Map<number, string | null>();
  const idOf = (no: number) => {
    const known = sessionIds.get(no);
    if (known !== undefined) return known;
    if (sessionIds.size >= rememberedSessions) sessionIds.clear();
    const id = (sessionId.get(no) ?? null) as string | null;
    sessionIds.set(no, id);
    return id;
  };
  const toStored = ([seq, sessionNo, sessionSeq, body, currHash]: EventRow): StoredRow => ({
    seq,
    sessionId: sessionNo === null ? null : idOf(sessionNo),
    sessionSeq,
    body,
    currHash,
  });
  for (let last = from - 1; ; ) {
    const rows = block.all(last, rowsPerBlock) as EventRow[];
    if (rows.length > 0) yield rows.map(toStored);
    if (rows.length < rowsPerBlock) return;
    last = rows.at(-1)?.[0] ?? last;
  }
}

function* hashBlocks(db: Database.Database, before: number): Generator<readonly string[]> {
  let next = 0;
  for (const hashes of prunedTiles(db)) {
    if (next >= before) return;
    yield hashes.slice(0, before - next);
    next += hashes.length;
  }
  const block = db.prepare<[number, number], [seq: number, hash: string]>(sql.hashes).raw();
  for (let rows = block.all(next, before); rows.length > 0; rows = block.all(next, before)) {
    yield rows.map(([, hash]) => hash);
    next = (rows.at(-1)?.[0] ?? before) + 1;
  }
}
