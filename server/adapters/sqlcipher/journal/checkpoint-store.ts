import { sign } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import {
  type Checkpoint,
  checkpointMatchesTree,
  checkpointText,
  emptyTree,
  formatNote,
  type JournalKeys,
  type MerkleTree,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  treeRoot,
  withLeaf,
} from '../../../journal/index.ts';
import type { KeptCheckpoint } from '../../../ports/journal.ts';
import type { JournalStore } from './journal-store.ts';

/** A signed note, and the tree it describes, ready to be stored. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly tree: MerkleTree;
  readonly note: string;
}

interface CheckpointRow {
  readonly size: number;
  readonly note: string;
  readonly peaks: string;
}

/** Signs what the journal holds and keeps the notes (design D24). */
export interface CheckpointStore {
  /** Signs the committed journal off this thread. Rejects when the last checkpoint does not hold. */
  sign(): Promise<SignedCheckpoint>;
  /** The same, on this thread. */
  signNow(): SignedCheckpoint;
  /** Writes a note; inside a transaction. */
  store(signed: SignedCheckpoint): void;
  /** False when neither the stored tree nor the records bear out the last checkpoint. */
  holds(): boolean;
  /** The note of the last checkpoint in force. */
  latest(): { readonly size: number; readonly note: string } | undefined;
  /** The newest notes, given up or not, newest first. */
  newest(limit: number): readonly KeptCheckpoint[];
  /** Gives up the notes that the records no longer bear out, naming the event that says so. */
  voidBroken(gapSeq: number): void;
  /** Reads the last checkpoint anew. */
  reload(): void;
}

interface ListedRow {
  readonly size: number;
  readonly note: string;
  readonly voidedBy: number | null;
  readonly signedAt: string | null;
}

/**
 * A note and the record that tells of it are written in one commit, but a few records may have come
 * between what the note stands for and that record: it is looked for among so many.
 */
const newestNotes = `SELECT size, note, voided_by AS voidedBy,
    (SELECT body ->> '$.ts' FROM
      (SELECT body FROM event WHERE seq >= checkpoint.size ORDER BY seq LIMIT 256)
      WHERE body ->> '$.kind' = 'checkpoint_signed' AND body ->> '$.size' = checkpoint.size
      LIMIT 1) AS signedAt
  FROM checkpoint ORDER BY id DESC LIMIT ?`;

/** Records read at once while the tree is built. */
const readBlock = 4_096;

export function checkpointStore(
  db: Database.Database,
  store: JournalStore,
  keys: JournalKeys,
  origin: string,
): CheckpointStore {
  const lastRow = db.prepare(
    'SELECT size, note, peaks FROM checkpoint WHERE voided_by IS NULL ORDER BY id DESC LIMIT 1',
  );
  const all = db.prepare(
    'SELECT id, size, note FROM checkpoint WHERE voided_by IS NULL ORDER BY id',
  );
  const insert = db.prepare('INSERT INTO checkpoint (size, note, peaks) VALUES (?, ?, ?)');
  const newest = db.prepare<[number], ListedRow>(newestNotes);
  const giveUp = db.prepare('UPDATE checkpoint SET voided_by = ? WHERE id = ?');
  const key = { name: origin, publicKey: keys.public };
  let last: CheckpointRow | undefined;
  /** The tree of the last checkpoint; undefined until it was held against that checkpoint. */
  let base: MerkleTree | undefined;

  const grow = (tree: MerkleTree, to: number): MerkleTree => {
    let grown = tree;
    while (grown.size < to) {
      const hashes = store.hashes(grown.size, Math.min(grown.size + readBlock, to));
      if (hashes.length === 0) throw new Error('records are missing');
      grown = hashes.reduce(withLeaf, grown);
    }
    return grown;
  };
  const isTree = ({ size, note }: { size: number; note: string }, tree: MerkleTree): boolean => {
    const found = openCheckpoint(note, origin, keys.public);
    return (
      'checkpoint' in found &&
      found.checkpoint.size === size &&
      checkpointMatchesTree(found.checkpoint, tree)
    );
  };
  /** The stored peaks where they fit the note, else the tree built from the records themselves. */
  const lastTree = (): MerkleTree | undefined => {
    if (base !== undefined) return base;
    if (last === undefined) return emptyTree;
    const kept: MerkleTree = { size: last.size, peaks: last.peaks.split(' ') };
    if (isTree(last, kept)) return kept;
    if (store.head().size < last.size) return undefined;
    const built = grow(emptyTree, last.size);
    return isTree(last, built) ? built : undefined;
  };
  const draw = (): { checkpoint: Checkpoint; tree: MerkleTree; text: string } => {
    base = lastTree();
    if (base === undefined) throw new Error('the journal contradicts its last checkpoint');
    const tree = grow(base, store.head().size);
    const checkpoint = { origin, size: tree.size, rootHash: treeRoot(tree) };
    return { checkpoint, tree, text: checkpointText(checkpoint) };
  };

  const keeper: CheckpointStore = {
    async sign() {
      const { promise, resolve, reject } = Promise.withResolvers<SignedCheckpoint>();
      const { checkpoint, tree, text } = draw();
      sign(null, Buffer.from(text), keys.signing, (error, signature) => {
        if (error) reject(error);
        else resolve({ checkpoint, tree, note: formatNote(text, key, signature) });
      });
      return await promise;
    },
    signNow() {
      const { checkpoint, tree } = draw();
      return { checkpoint, tree, note: signCheckpoint(checkpoint, keys) };
    },
    store({ tree, note }) {
      const peaks = tree.peaks.join(' ');
      insert.run(tree.size, note, peaks);
      last = { size: tree.size, note, peaks };
      base = tree;
    },
    holds() {
      base = lastTree();
      return base !== undefined;
    },
    latest: () => last,
    newest: (limit) => newest.all(limit).map(toKeptCheckpoint),
    voidBroken(gapSeq) {
      let tree = emptyTree;
      for (const row of all.all() as { id: number; size: number; note: string }[]) {
        if (row.size <= gapSeq) tree = grow(tree, row.size);
        if (row.size > gapSeq || !isTree(row, tree)) giveUp.run(gapSeq, row.id);
      }
      keeper.reload();
    },
    reload() {
      last = lastRow.get() as CheckpointRow | undefined;
      base = undefined;
    },
  };
  keeper.reload();
  return keeper;
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
