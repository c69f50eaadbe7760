import type { JournalRecord } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import {
  canonicalJson,
  exportFormat,
  exportHeader,
  exportLines,
  exportTree,
  type JournalKeys,
  logProofs,
  sessionRoot,
  zeroHash,
} from '../../../journal/index.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { asQueryable, type Queryable } from './gap-detector.ts';
import { type JournalCipher, journalCipher } from './journal-cipher.ts';
import {
  hashBlocks,
  type JournalSnapshot,
  readSnapshot,
  recordBlocks,
} from './journal-snapshot.ts';
import { readRecords } from './record-reads.ts';

const recordsPerRead = 1_000;

/** Whose journal is exported. */
export interface ExportedJournal {
  readonly keys: JournalKeys;
  readonly origin: string;
}

/** The lines of one session, with the proof of each of its records, without their newlines. */
export async function* sessionLines(
  database: PostgresDatabase,
  { keys, origin }: ExportedJournal,
  snapshot: JournalSnapshot,
  sessionId: SessionId,
): AsyncGenerator<string> {
  const asked = asQueryable(database);
  const { size } = snapshot.row;
  const records = (await recordsOf(asked, journalCipher(keys.database), sessionId)).filter(
    ({ seq }) => seq < size,
  );
  if (records.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  const source = { origin, keys, checkpoints: snapshot.checkpoints };
  yield canonicalJson({ ...exportHeader(source), session_id: sessionId });
  for (const record of records) yield canonicalJson(record);
  const log = exportTree(source);
  const hashes = await packedHashes(asked, size);
  const { proofs } = logProofs(
    addingTo(log, hashes),
    size,
    records.map(({ seq }) => seq),
  );
  yield canonicalJson({
    end: exportFormat,
    size,
    checkpoint: log.checkpoint(),
    merkle_root_hex: sessionRoot(records),
    proofs,
  });
}

async function recordsOf(asked: Queryable, cipher: JournalCipher, sessionId: SessionId) {
  const records: JournalRecord[] = [];
  for (;;) {
    const query = { sessionId, from: records.length, limit: recordsPerRead };
    const page = await readRecords(asked, cipher, query);
    records.push(...page);
    if (page.length < recordsPerRead) return records;
  }
}

/** Hashes of the first `size` records as bytes, of which a long journal has half as many as in hex. */
async function packedHashes(asked: Queryable, size: number): Promise<readonly Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const hashes of hashBlocks(asked, size))
    blocks.push(Buffer.from(hashes.join(''), 'hex'));
  return blocks;
}

const hashBytes = 32;

function* addingTo(log: { add(hash: string): void }, blocks: readonly Buffer[]): Generator<string> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += hashBytes) {
      const hash = block.toString('hex', at, at + hashBytes);
      log.add(hash);
      yield hash;
    }
  }
}

export interface ExportQuery {
  /** One session, with the proof of each of its records. */
  readonly sessionId?: SessionId;
  /** First `seq` wanted; default: the first that is there. */
  readonly from?: number;
}

/**
 * The journal as it stands at one moment, or a session of it, as lines that verify without this
 * program (docs/journal-format.md), beside replicas at work. Rejects when records are pruned
 * meanwhile, and with Fault `session_not_found`.
 */
export async function* exportJournal(
  database: PostgresDatabase,
  journal: ExportedJournal,
  { sessionId, from = 0 }: ExportQuery = {},
): AsyncGenerator<string> {
  const snapshot = await readSnapshot(database, { state: 'missing' }, journal.keys.head);
  const lines =
    sessionId === undefined
      ? wholeJournal(database, journal, snapshot, from)
      : sessionLines(database, journal, snapshot, sessionId);
  for await (const line of lines) yield `${line}\n`;
}

async function* wholeJournal(
  database: PostgresDatabase,
  { keys, origin }: ExportedJournal,
  snapshot: JournalSnapshot,
  from: number,
): AsyncGenerator<string> {
  const asked = asQueryable(database);
  const cipher = journalCipher(keys.database);
  const lines = exportLines({ origin, keys, checkpoints: snapshot.checkpoints });
  let next = Math.max(Math.min(from, snapshot.row.size), snapshot.prunedBelow);
  for await (const hashes of hashBlocks(asked, next)) {
    for (const hash of hashes) lines.before(hash);
  }
  yield lines.header();
  for await (const rows of recordBlocks(asked, next, snapshot.row.size)) {
    for (const { seq, sealed, currHash } of rows) {
      yield lines.record(cipher.open(seq, sealed), currHash.toString('hex'));
    }
    if (rows[0]?.seq !== next) break;
    next += rows.length;
  }
  if (next !== snapshot.row.size) throw new Error('records are missing, or were pruned meanwhile');
  const hash = snapshot.row.hash?.toString('hex') ?? zeroHash;
  yield lines.footer({ size: snapshot.row.size, hash });
}
