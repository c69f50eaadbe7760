import {
  answerAsync,
  brokenCheckpoints,
  checkpointDraft,
  emptyTree,
  growTree,
  type HashQuestions,
  type JournalKeys,
  type ListedCheckpoint,
  type MerkleTree,
  restoreTree,
  signCheckpoint,
  toKeptCheckpoint,
  treeRoot,
  uncovered,
} from '../../../journal/index.ts';
import type { KeptCheckpoint } from '../../../ports/journal.ts';
import { statement } from '../engine/statement.ts';
import type { Queryable } from './gap-detector.ts';
import type { LockedChain } from './journal-chain.ts';
import { hashesBetween } from './record-reads.ts';

interface NoteRow {
  readonly id: number;
  readonly size: number;
  readonly note: string;
  readonly peaks: string;
}

export const checkpointsSql = {
  last: statement<[], NoteRow>(
    `SELECT id, size, note, peaks FROM journal_checkpoint WHERE voided_by IS NULL
     ORDER BY size DESC LIMIT 1`,
  ),
  inForce: statement<[], NoteRow>(
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
  /** Voids the notes that the records no longer bear out; `gapSeq` is that of the event that says so. */
  voidBroken(tail: LockedChain, gapSeq: number): Promise<void>;
}

export function checkpointStore(
  database: Queryable,
  keys: JournalKeys,
  origin: string,
): CheckpointStore {
  const signer = { origin, publicKey: keys.public };
  const answer = <T>(questions: HashQuestions<T>, from: Queryable): Promise<T> =>
    answerAsync(questions, (first, to) => hashesBetween(from, first, to));

  /** The last note signed here: while it is the last of all, its tree needs no proof. */
  let signed: { readonly note: string; readonly tree: MerkleTree } | undefined;
  const lastTree = async ({ headCheck, pipe }: LockedChain): Promise<MerkleTree> => {
    if (headCheck.note === signed?.note) return signed.tree;
    const [last] = await pipe.ask(checkpointsSql.last, []);
    const tree = last && (await answer(restoreTree(last, signer), pipe));
    if (tree === undefined) throw new Error('the journal contradicts its last checkpoint');
    return tree;
  };

  return {
    async sign(tail) {
      const { size } = tail.end();
      const { covered, note: last } = tail.headCheck;
      if (uncovered({ size, covered }) <= 0) return last;
      await tail.flush();
      const base = last === '' ? emptyTree : await lastTree(tail);
      const tree = await answer(growTree(base, size), tail.pipe);
      if (tree === undefined) throw new Error('records are missing');
      const checkpoint = { origin, size, rootHash: treeRoot(tree) };
      const note = signCheckpoint(checkpoint, keys);
      tail.send(checkpointsSql.keep, [size, note, tree.peaks.join(' '), size]);
      tail.appendOwn(checkpointDraft(checkpoint, new Date().toISOString()));
      signed = { note, tree };
      return note;
    },
    async holds() {
      const [last] = await database.ask(checkpointsSql.last, []);
      if (last === undefined) return true;
      return (await answer(restoreTree(last, signer), database)) !== undefined;
    },
    async newest(limit) {
      return (await database.ask(checkpointsSql.newest, [limit])).map(toKeptCheckpoint);
    },
    async voidBroken(tail, gapSeq) {
      const notes = await tail.pipe.ask(checkpointsSql.inForce, []);
      const broken = await answer(brokenCheckpoints(notes, gapSeq, signer), tail.pipe);
      for (const { id } of broken) await tail.pipe.ask(checkpointsSql.giveUp, [id, gapSeq]);
    },
  };
}
