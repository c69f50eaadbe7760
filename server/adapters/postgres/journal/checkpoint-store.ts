import { runLater } from '../../../domain/steps.ts';
import {
  type CheckpointTable,
  checkpointDraft,
  drawCheckpoint,
  type JournalKeys,
  type KeptNote,
  type ListedCheckpoint,
  lastTree,
  type MerkleTree,
  signCheckpoint,
  toKeptCheckpoint,
  uncovered,
} from '../../../journal/index.ts';
import type { KeptCheckpoint } from '../../../ports/journal.ts';
import { statement } from '../engine/statement.ts';
import type { Queryable } from './gap-detector.ts';
import type { LockedChain } from './journal-chain.ts';
import { hashesBetween } from './record-reads.ts';

export const checkpointsSql = {
  last: statement<[], KeptNote>(
    `SELECT id, size, note, peaks FROM journal_checkpoint WHERE voided_by IS NULL
     ORDER BY size DESC LIMIT 1`,
  ),
  inForce: statement<[], KeptNote>(
    'SELECT id, size, note, peaks FROM journal_checkpoint WHERE voided_by IS NULL ORDER BY size',
  ),
  newest: statement<[limit: number], ListedCheckpoint>(
    `SELECT c.size, c.note, c.voided_by AS "voidedBy", r.ts AS "signedAt"
     FROM journal_checkpoint AS c LEFT JOIN journal_record AS r
       ON r.seq = c.event_seq AND r.kind = 'checkpoint_signed'
     ORDER BY c.id DESC LIMIT $1`,
  ),
  keep: statement<[size: number, note: string, peaks: string, eventSeq: number]>(
    'INSERT INTO journal_checkpoint (size, note, peaks, event_seq) VALUES ($1, $2, $3, $4)',
  ),
  giveUp: statement<[id: number, gapSeq: number]>(
    'UPDATE journal_checkpoint SET voided_by = $2 WHERE id = $1',
  ),
} as const;

/** Signs what the journal holds and keeps the notes (design D24), at one replica at a time. */
export interface CheckpointStore {
  /**
   * The note over everything up to the tail: the last one when that covers it, else a new one, whose
   * record is appended. '' while there is nothing. Rejects when the last checkpoint does not hold.
   */
  sign(tail: LockedChain): Promise<string>;
  /** False when neither the kept tree nor the records bear out the last checkpoint. */
  holds(): Promise<boolean>;
  /** The newest notes, voided ones included, newest first. */
  newest(limit: number): Promise<readonly KeptCheckpoint[]>;
}

/** The kept notes; `from` may be inside a transaction. */
export function checkpointTable(from: Queryable): CheckpointTable {
  return {
    last: async () => (await from.ask(checkpointsSql.last, []))[0],
    inForce: () => from.ask(checkpointsSql.inForce, []),
    giveUp: (id, gapSeq) => from.ask(checkpointsSql.giveUp, [id, gapSeq]),
    hashes: (first, to) => hashesBetween(from, first, to),
  };
}

export function checkpointStore(
  database: Queryable,
  keys: JournalKeys,
  origin: string,
): CheckpointStore {
  const signer = { origin, publicKey: keys.public };
  const treeIn = (from: Queryable) => runLater(lastTree(checkpointTable(from), signer));
  /** The last note signed here: while it is the last of all, its tree needs no proof. */
  let signed: { readonly note: string; readonly tree: MerkleTree } | undefined;

  return {
    async sign(tail) {
      const { pipe } = tail;
      const { size } = tail.end();
      const { covered, note: last } = tail.headCheck;
      if (uncovered({ size, covered }) <= 0) return last;
      await tail.flush();
      const base = last === signed?.note ? signed.tree : await treeIn(pipe);
      const { hashes } = checkpointTable(pipe);
      const { checkpoint, tree } = await runLater(drawCheckpoint(base, { origin, size }, hashes));
      const note = signCheckpoint(checkpoint, keys);
      tail.send(checkpointsSql.keep, [size, note, tree.peaks.join(' '), size]);
      tail.appendOwn(checkpointDraft(checkpoint, new Date().toISOString()));
      signed = { note, tree };
      return note;
    },
    holds: async () => (await treeIn(database)) !== undefined,
    async newest(limit) {
      return (await database.ask(checkpointsSql.newest, [limit])).map(toKeptCheckpoint);
    },
  };
}
