import {
  checkpointMatchesTree,
  emptyTree,
  type JournalKeys,
  type MerkleTree,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  treeRoot,
} from '../../../journal/index.ts';
import type { KeptCheckpoint } from '../../../ports/journal.ts';
import { statement } from '../engine/statement.ts';
import type { Queryable } from './gap-detector.ts';
import type { LockedChain } from './journal-chain.ts';
import { grownTree } from './record-reads.ts';

interface NoteRow {
  readonly id: number;
  readonly size: number;
  readonly note: string;
  readonly peaks: string;
}

interface ListedRow {
  readonly size: number;
  readonly note: string;
  readonly voidedBy: number | null;
  readonly signedAt: string | null;
}

export const checkpointsSql = {
  last: statement<[], NoteRow>(
    `SELECT id, size, note, peaks FROM journal_checkpoint WHERE voided_by IS NULL
     ORDER BY size DESC LIMIT 1`,
  ),
  inForce: statement<[], NoteRow>(
    'SELECT id, size, note, peaks FROM journal_checkpoint WHERE voided_by IS NULL ORDER BY size',
  ),
  newest: statement<[limit: number], ListedRow>(
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
  /** The newest notes, given up or not, newest first. */
  newest(limit: number): Promise<readonly KeptCheckpoint[]>;
  /** Gives up the notes that the records no longer bear out, naming the event that says so. */
  voidBroken(tail: LockedChain, gapSeq: number): Promise<void>;
}

/** Records since the last checkpoint, its own event left out. */
export function unsigned({ size, covered }: { size: number; covered: number }): number {
  return size - covered - (covered === 0 ? 0 : 1);
}

export function checkpointStore(
  database: Queryable,
  keys: JournalKeys,
  origin: string,
): CheckpointStore {
  const isTree = ({ size, note }: NoteRow, tree: MerkleTree): boolean => {
    const found = openCheckpoint(note, origin, keys.public);
    return (
      'checkpoint' in found &&
      found.checkpoint.size === size &&
      checkpointMatchesTree(found.checkpoint, tree)
    );
  };
  /** The kept tree where it fits the note, else the one built from the records themselves. */
  const treeOf = async (row: NoteRow, from: Queryable): Promise<MerkleTree | undefined> => {
    const kept: MerkleTree = { size: row.size, peaks: row.peaks.split(' ') };
    if (isTree(row, kept)) return kept;
    const built = await grownTree(from, emptyTree, row.size).catch(() => undefined);
    return built !== undefined && isTree(row, built) ? built : undefined;
  };

  /** Of the last note that was signed here: if it is still the last, its tree need not be proven. */
  let signed: { readonly note: string; readonly tree: MerkleTree } | undefined;
  const lastTree = async ({ headCheck, pipe }: LockedChain): Promise<MerkleTree> => {
    if (headCheck.note === signed?.note) return signed.tree;
    const [last] = await pipe.ask(checkpointsSql.last, []);
    const tree = last && (await treeOf(last, pipe));
    if (tree === undefined) throw new Error('the journal contradicts its last checkpoint');
    return tree;
  };

  return {
    async sign(tail) {
      const { size } = tail.end();
      const { covered, note: last } = tail.headCheck;
      if (unsigned({ size, covered }) <= 0) return last;
      await tail.flush();
      const base = last === '' ? emptyTree : await lastTree(tail);
      const tree = await grownTree(tail.pipe, base, size);
      const rootHash = treeRoot(tree);
      const note = signCheckpoint({ origin, size, rootHash }, keys);
      tail.send(checkpointsSql.keep, [size, note, tree.peaks.join(' '), size]);
      const fields = { size, root_hash: rootHash, key_name: origin };
      tail.appendOwn({ kind: 'checkpoint_signed', ts: new Date().toISOString(), fields });
      signed = { note, tree };
      return note;
    },
    async holds() {
      const [last] = await database.ask(checkpointsSql.last, []);
      return last === undefined || (await treeOf(last, database)) !== undefined;
    },
    async newest(limit) {
      return (await database.ask(checkpointsSql.newest, [limit])).map(toKeptCheckpoint);
    },
    async voidBroken(tail, gapSeq) {
      let tree = emptyTree;
      for (const row of await tail.pipe.ask(checkpointsSql.inForce, [])) {
        if (row.size <= gapSeq) tree = await grownTree(tail.pipe, tree, row.size);
        if (row.size > gapSeq || !isTree(row, tree)) {
          await tail.pipe.ask(checkpointsSql.giveUp, [row.id, gapSeq]);
        }
      }
    },
  };
}

function toKeptCheckpoint({ size, note, voidedBy, signedAt }: ListedRow): KeptCheckpoint {
  return {
    size,
    rootHash: parseCheckpoint(note)?.rootHash ?? '',
    note,
    ...(signedAt !== null && { signedAt }),
    ...(voidedBy !== null && { voidedBy }),
  };
}
