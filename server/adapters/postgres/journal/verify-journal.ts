import {
  chainVerifier,
  type HeadStatus,
  type JournalKeys,
  type StoredRow,
} from '../../../journal/index.ts';
import type { ChainBreak, Verification } from '../../../ports/journal.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { asQueryable } from './gap-detector.ts';
import { type JournalCipher, journalCipher } from './journal-cipher.ts';
import {
  hashBlocks,
  type JournalSnapshot,
  type RecordRow,
  readSnapshot,
  recordBlocks,
} from './journal-snapshot.ts';

export interface VerifyQuery {
  readonly keys: JournalKeys;
  readonly origin: string;
  /** The highest head that this replica has seen. */
  readonly seen: HeadStatus;
  /** Checkpoints kept elsewhere, which the journal must go on from. */
  readonly handedOut?: readonly string[];
  /** Told the `seq` of each record as it is read. */
  readonly onRecord?: (seq: number) => void;
}

/**
 * Verifies the journal as it stands at one moment (design D20–D24), beside replicas at work, and
 * writes nothing. Rejects when it cannot be read.
 */
export async function verifyJournal(
  database: PostgresDatabase,
  query: VerifyQuery,
): Promise<Verification> {
  for (;;) {
    const snapshot = await readSnapshot(database, query.seen, query.keys.head);
    const found = await verifySnapshot(database, query, snapshot);
    if (found.ok) return found;
    // Records that were pruned while they were read are no break.
    const now = await readSnapshot(database, query.seen, query.keys.head);
    if (now.deletedBelow === snapshot.deletedBelow) return found;
  }
}

async function verifySnapshot(
  database: PostgresDatabase,
  { keys, origin, seen, handedOut = [], onRecord = () => undefined }: VerifyQuery,
  snapshot: JournalSnapshot,
): Promise<Verification> {
  const asked = asQueryable(database);
  const pruned: (readonly string[])[] = [];
  for await (const block of hashBlocks(asked, snapshot.deletedBelow)) pruned.push(block);
  const verifier = chainVerifier({
    head: snapshot.head,
    checkpoints: snapshot.checkpoints,
    pruned: inOrder(pruned),
    handedOut,
    origin,
    publicKey: keys.public,
  });
  const cipher = journalCipher(keys.database);
  const broken: ChainBreak[] = headBreaks(snapshot, seen);
  for await (const rows of recordBlocks(asked, snapshot.deletedBelow, snapshot.row.size)) {
    for (const row of rows) {
      const body = bodyOf(row, cipher);
      if (!columnsMatch(body, row)) broken.push({ seq: row.seq, rule: 'malformed_record' });
      verifier.add(storedRow(row, body));
      onRecord(row.seq);
    }
  }
  return withBreaks(verifier.finish(), broken);
}

function* inOrder(blocks: readonly (readonly string[])[]): Generator<string> {
  for (const block of blocks) yield* block;
}

/** The head ends where the records end, and they go on from what was seen here. */
function headBreaks({ row, head }: JournalSnapshot, seen: HeadStatus): ChainBreak[] {
  const breaks: ChainBreak[] = [];
  const last = Math.max(row.size - 1, 0);
  if (head.state === 'signed' && head.head.size < row.size) {
    breaks.push({ seq: head.head.size, rule: 'head_mismatch' });
  }
  if (seen.state === 'forged') breaks.push({ seq: last, rule: 'head_signature' });
  if (seen.state !== 'signed') return breaks;
  const { size, hash } = seen.head;
  if (size > row.size) breaks.push({ seq: row.size, rule: 'truncated' });
  else if (size > 0 && row.asked?.toString('hex') !== hash) {
    breaks.push({ seq: size - 1, rule: 'head_mismatch' });
  }
  return breaks;
}

/** '' when it does not open. */
function bodyOf({ seq, sealed }: RecordRow, cipher: JournalCipher): string {
  try {
    return cipher.open(seq, sealed);
  } catch {
    return '';
  }
}

/** What can be read beside the sealed record must be what it says; a member stands in it as it is here. */
function columnsMatch(body: string, { kind, ts, prevHash }: RecordRow): boolean {
  return (
    body.includes(`"kind":"${kind}"`) &&
    body.includes(`"ts":"${ts}"`) &&
    body.includes(`"prev_hash":"${prevHash.toString('hex')}"`)
  );
}

function storedRow({ seq, sessionId, sessionSeq, currHash }: RecordRow, body: string): StoredRow {
  return { seq, sessionId, sessionSeq, body, currHash: currHash.toString('hex') };
}

/** One record that cannot be read is one break. */
function withBreaks(found: Verification, more: readonly ChainBreak[]): Verification {
  if (more.length === 0) return found;
  const unreadable = new Set(more.map(({ seq, rule }) => `${seq} ${rule}`));
  const known = found.ok ? [] : found.breaks;
  const others = known.filter(({ seq, rule }) => {
    const malformed = unreadable.has(`${seq} malformed_record`);
    return !unreadable.has(`${seq} ${rule}`) && !(malformed && rule === 'curr_hash_mismatch');
  });
  const breaks = [...others, ...more].sort((a, b) => a.seq - b.seq);
  return { ok: false, eventCount: found.eventCount, breaks };
}
