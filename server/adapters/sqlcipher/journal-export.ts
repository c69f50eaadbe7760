import { sign } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import type { JournalRecord } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import {
  canonicalJson,
  checkpointText,
  emptyTree,
  exportFormat,
  formatNote,
  logProofs,
  parseCheckpoint,
  rawPublicKey,
  sessionRoot,
  storedRecord,
  type Tree,
  treeRoot,
  withLeaf,
  zeroHash,
} from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';
import { openAsIs, openDatabase } from './connection.ts';
import { journalKeys } from './journal-keys.ts';
import { journalMigrations } from './journal-migrations.ts';
import { journalSql } from './journal-sql.ts';
import type { RawRecord } from './journal-store.ts';
import type { JournalData } from './journal-thread.ts';
import { prunedHashes, prunedRecords } from './pruned-records.ts';

export interface ExportQuery {
  /** One session, with the proof of each of its records. */
  readonly sessionId?: SessionId;
  /** First `seq` wanted; default: the first that is there. */
  readonly from?: number;
}

interface CheckpointRow {
  readonly size: number;
  readonly note: string;
  readonly voided_by: number | null;
}

const sql = {
  end: `SELECT seq + 1 AS size, curr_hash AS hash, ifnull(body ->> '$.ts', '') AS ts
    FROM event ORDER BY seq DESC LIMIT 1`,
  from: 'SELECT body, curr_hash FROM event WHERE seq >= ? ORDER BY seq',
  hashes: 'SELECT curr_hash FROM event WHERE seq >= ? ORDER BY seq',
  checkpoints: 'SELECT size, note, voided_by FROM checkpoint ORDER BY id',
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
    const source: Source = { db, data, checkpoints: db.prepare(sql.checkpoints).all() as never };
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
  const db = openAsIs({ file, key }, { writable: false });
  try {
    return endOf(db);
  } finally {
    db.close();
  }
}

interface Source {
  readonly db: Database.Database;
  readonly data: JournalData;
  readonly checkpoints: readonly CheckpointRow[];
}

function* wholeJournal(source: Source, from: number): Generator<string> {
  const { db, checkpoints } = source;
  const end = endOf(db);
  const first = Math.max(Math.min(from, end.size), prunedRecords(db).below());
  const log = growingTree(checkpoints);
  let prevHash = zeroHash;
  for (const hash of hashesUpTo(db, first)) {
    log.add(hash);
    prevHash = hash;
  }
  yield canonicalJson({
    ...headerOf(source),
    first_seq: log.tree().size,
    prev_hash: prevHash,
    peaks: log.tree().peaks,
  });
  for (const [body, currHash] of db.prepare(sql.from).raw().iterate(first) as Iterable<RawRecord>) {
    yield canonicalJson(storedRecord(body, currHash));
    log.add(currHash);
  }
  // A gap before the first record is not in the file to excuse what it voided.
  const kept = checkpoints.filter(
    ({ size, voided_by }) => size >= first && (voided_by === null || voided_by >= first),
  );
  yield canonicalJson({
    end: exportFormat,
    size: end.size,
    head_hash: end.hash,
    checkpoint: log.holds() ? signed(source, log.tree()) : '',
    checkpoints: kept.map(({ size, note, voided_by }) => {
      return { size, note, ...(voided_by !== null && { voided_by }) };
    }),
  });
}

function* oneSession(source: Source, sessionId: SessionId): Generator<string> {
  const { db, checkpoints } = source;
  const rows = db.prepare(sql.session).raw().all(sessionId, 0) as RawRecord[];
  if (rows.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  const records = rows.map(([body, currHash]): JournalRecord => storedRecord(body, currHash));
  yield canonicalJson({ ...headerOf(source), session_id: sessionId });
  for (const record of records) yield canonicalJson(record);
  const log = growingTree(checkpoints);
  const { size } = endOf(db);
  const hashes = log.taking(hashesUpTo(db, size));
  const seqs = records.map(({ seq }) => seq);
  const { proofs } = logProofs(hashes, size, seqs);
  // Read no further, or the database stays busy.
  hashes.return(undefined);
  yield canonicalJson({
    end: exportFormat,
    size,
    checkpoint: log.holds() ? signed(source, log.tree()) : '',
    merkle_root_hex: sessionRoot(records),
    proofs,
  });
}

function headerOf({ data }: Source) {
  const { public: key } = journalKeys(data.key);
  return {
    export: exportFormat,
    origin: data.origin,
    public_key: rawPublicKey(key).toString('hex'),
  };
}

function signed({ data }: Source, tree: Tree): string {
  const keys = journalKeys(data.key);
  const text = checkpointText({
    origin: data.origin,
    size: tree.size,
    rootHash: treeRoot(tree),
  });
  const signature = sign(null, Buffer.from(text), keys.signing);
  return formatNote(text, { name: data.origin, publicKey: keys.public }, signature);
}

/** The tree as it grows, held against each checkpoint in force that it passes. */
function growingTree(checkpoints: readonly CheckpointRow[]) {
  const roots = new Map(
    checkpoints
      .filter(({ voided_by }) => voided_by === null)
      .map(({ size, note }) => [size, parseCheckpoint(note)?.rootHash]),
  );
  let tree = emptyTree;
  let passed = 0;
  const add = (hash: string) => {
    tree = withLeaf(tree, hash);
    if (roots.has(tree.size) && roots.get(tree.size) === treeRoot(tree)) passed += 1;
  };
  return {
    add,
    *taking(hashes: Iterable<string>): Generator<string> {
      for (const hash of hashes) {
        add(hash);
        yield hash;
      }
    },
    tree: () => tree,
    /** True when no checkpoint of the whole contradicts it. */
    holds: () => passed === roots.size,
  };
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
