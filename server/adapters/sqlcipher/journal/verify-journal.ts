import { statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import {
  chainVerifier,
  journalKeys,
  type StoredCheckpoint,
  type StoredRow,
  type TrustAnchors,
} from '../../../journal/index.ts';
import type { Verification } from '../../../ports/journal.ts';
import { readHead } from '../../system/head-file.ts';
import { openDatabase } from '../engine/connection.ts';
import type { JournalData } from './journal-thread.ts';
import { journalMigrations } from './migrations.ts';
import { prunedHashes } from './pruned-records.ts';
import { journalSql } from './statements.ts';

const rowsPerBlock = 1_000;
const rememberedSessions = 10_000;

/**
 * Verifies the journal in a file, with or without a writer at work (design D20–D24), also against
 * checkpoints that were handed out. Reads one snapshot row by row and writes nothing. A file without a
 * byte holds no record. Throws when the file cannot be opened with this key.
 */
export function verifyJournalFile(
  data: JournalData,
  handedOut: readonly string[] = [],
  /** Told the `seq` of each record as it is read. */
  onRecord: (seq: number) => void = () => undefined,
): Verification {
  const keys = journalKeys(data.key, data.databaseKey);
  // The head first: what is appended meanwhile is then beyond it, never behind.
  const outside = {
    head: readHead(data.headFile, keys.head),
    knownHeads: data.knownHeads ?? [],
    handedOut,
    origin: data.origin,
    publicKey: keys.public,
  };
  if (statSync(data.file).size === 0)
    return chainVerifier({ ...outside, checkpoints: [] }).finish();
  const db = openDatabase({
    file: data.file,
    key: keys.database,
    migrations: journalMigrations,
    readonly: true,
  });
  try {
    db.exec('BEGIN');
    const anchors = {
      ...outside,
      checkpoints: db
        .prepare('SELECT size, note, voided_by AS voidedBy FROM checkpoint ORDER BY id')
        .all() as StoredCheckpoint[],
      pruned: prunedHashes(db),
    };
    return verifyRows(db, anchors, onRecord);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return withDamage({ ok: false, eventCount: 0, breaks: [] }, 0);
  } finally {
    db.close();
  }
}

function verifyRows(
  db: Database.Database,
  anchors: TrustAnchors,
  onRecord: (seq: number) => void,
): Verification {
  const verifier = chainVerifier(anchors);
  let nextSeq = 0;
  try {
    for (const row of storedRows(db)) {
      verifier.add(row);
      onRecord(row.seq);
      nextSeq = row.seq + 1;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return withDamage(verifier.finish(), nextSeq);
  }
  return verifier.finish();
}

type EventRow = [
  seq: number,
  sessionNo: number | null,
  sessionSeq: number | null,
  body: string,
  currHash: string,
];

/** All records in order, a block at a time. */
function* storedRows(db: Database.Database): Generator<StoredRow> {
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
  for (let last = -1; ; ) {
    const rows = block.all(last, rowsPerBlock) as EventRow[];
    for (const [seq, sessionNo, sessionSeq, body, currHash] of rows) {
      yield {
        seq,
        sessionId: sessionNo === null ? null : idOf(sessionNo),
        sessionSeq,
        body,
        currHash,
      };
      last = seq;
    }
    if (rows.length < rowsPerBlock) return;
  }
}

/** Each page carries its own HMAC: a changed page cannot be read at all. */
function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code);
}

function withDamage(so: Verification, seq: number): Verification {
  const breaks = so.ok ? [] : so.breaks;
  return {
    ok: false,
    eventCount: so.eventCount,
    breaks: [...breaks, { seq, rule: 'malformed_record' }],
  };
}
