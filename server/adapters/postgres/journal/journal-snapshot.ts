import type { KeyObject } from 'node:crypto';
import {
  type HeadStatus,
  headMac,
  type StoredCheckpoint,
  tileSize,
} from '../../../journal/index.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { asQueryable, type Queryable } from './gap-detector.ts';
import { seqToProbe } from './head-check.ts';
import { hashesBetween } from './record-reads.ts';
import { retentionSql } from './retention.ts';
import { type HeadCheckRow, journalSql } from './statements.ts';

/** What stands beside the records at one moment. */
export interface JournalSnapshot {
  readonly row: HeadCheckRow;
  readonly head: HeadStatus;
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly prunedBelow: number;
  readonly deletedBelow: number;
}

export interface RecordRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  readonly kind: string;
  readonly ts: string;
  readonly prevHash: Buffer;
  readonly currHash: Buffer;
  readonly sealed: Buffer;
}

export const snapshotSql = {
  checkpoints: statement<[], StoredCheckpoint>(
    'SELECT size, note, voided_by AS "voidedBy" FROM journal_checkpoint ORDER BY id',
  ),
  records: statement<[from: number, before: number, limit: number], RecordRow>(
    `SELECT seq, session_id AS "sessionId", session_seq AS "sessionSeq", kind, ts,
       prev_hash AS "prevHash", curr_hash AS "currHash", sealed
     FROM journal_record WHERE seq >= $1 AND seq < $2 ORDER BY seq LIMIT $3`,
  ),
} as const;

const rowsPerBlock = 1_000;
const hashesPerBlock = 64 * tileSize;

/** `seen` is the head that the journal must go on from. */
export function readSnapshot(
  database: PostgresDatabase,
  seen: HeadStatus,
  key: KeyObject,
): Promise<JournalSnapshot> {
  return database.longTransaction('snapshot', async (connection) => {
    const { ask } = asQueryable(connection);
    const [row] = await ask(journalSql.look, [seqToProbe(seen)]);
    const [retention] = await ask(retentionSql.state, []);
    const checkpoints = await ask(snapshotSql.checkpoints, []);
    if (row === undefined || retention === undefined) throw new Error('this is no journal');
    const { prunedBelow, deletedBelow } = retention;
    return { row, head: headIn(row, key), checkpoints, prunedBelow, deletedBelow };
  });
}

function headIn(
  { head_size: size, head_hash: hash, head_mac: mac }: HeadCheckRow,
  key: KeyObject,
): HeadStatus {
  if (size === null || hash === null) return { state: 'missing' };
  const head = { size, hash: hash.toString('hex') };
  return mac?.toString('hex') === headMac(head, key)
    ? { state: 'signed', head }
    : { state: 'forged' };
}

/**
 * Records from `from` up to `before`, a block at a time. They do not change, so that no snapshot is
 * held while they are read, which would keep the server from tidying up; the next block is asked for
 * before the last is worked on.
 */
export async function* recordBlocks(
  { ask }: Queryable,
  from: number,
  before: number,
): AsyncGenerator<readonly RecordRow[]> {
  const read = (at: number) => ask(snapshotSql.records, [at, before, rowsPerBlock]);
  let rows = await read(from);
  while (rows.length > 0) {
    const next = read((rows.at(-1)?.seq ?? before) + 1);
    next.catch(() => undefined);
    yield rows;
    rows = await next;
  }
}

/** Hashes of the records before `before`, from the first on, deleted ones included; in blocks. */
export async function* hashBlocks(
  asked: Queryable,
  before: number,
): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < before; from += hashesPerBlock) {
    yield await hashesBetween(asked, from, Math.min(before, from + hashesPerBlock));
  }
}
