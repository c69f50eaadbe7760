import type { SessionId } from '../../domain/ids.ts';
import { exportLines, zeroHash } from '../../journal/index.ts';
import type { PostgresDatabase } from './connection.ts';
import { journalCipher } from './journal-cipher.ts';
import { type ExportedJournal, sessionLines } from './journal-export-session.ts';
import { asQueryable } from './journal-judge.ts';
import { hashBlocks, readSnapshot, recordBlocks, type JournalSnapshot } from './journal-stand.ts';

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
