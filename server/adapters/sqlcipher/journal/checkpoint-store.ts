import { sign } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import {
  answerSync,
  brokenCheckpoints,
  type Checkpoint,
  checkpointText,
  emptyTree,
  formatNote,
  growTree,
  type JournalKeys,
  type ListedCheckpoint,
  type MerkleTree,
  restoreTree,
  signCheckpoint,
  toKeptCheckpoint,
  treeRoot,
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
  const newest = db.prepare<[number], ListedCheckpoint>(newestNotes);
  const giveUp = db.prepare('UPDATE checkpoint SET voided_by = ? WHERE id = ?');
  const signer = { origin, publicKey: keys.public };
  let last: CheckpointRow | undefined;
  /** The tree of the last checkpoint; undefined until it was held against that checkpoint. */
  let base: MerkleTree | undefined;

  /** The kept tree where it fits the note, else one that is built from the records. */
  const lastTree = (): MerkleTree | undefined => {
    if (base !== undefined) return base;
    return last === undefined ? emptyTree : answerSync(restoreTree(last, signer), store.hashes);
  };
  const draw = (): { checkpoint: Checkpoint; tree: MerkleTree; text: string } => {
    base = lastTree();
    if (base === undefined) throw new Error('the journal contradicts its last checkpoint');
    const tree = answerSync(growTree(base, store.head().size), store.hashes);
    if (tree === undefined) throw new Error('records are missing');
    const checkpoint = { origin, size: tree.size, rootHash: treeRoot(tree) };
    return { checkpoint, tree, text: checkpointText(checkpoint) };
  };

  const keeper: CheckpointStore = {
    async sign() {
      const { promise, resolve, reject } = Promise.withResolvers<SignedCheckpoint>();
      const { checkpoint, tree, text } = draw();
      sign(null, Buffer.from(text), keys.signing, (error, signature) => {
        if (error) reject(error);
        else
          resolve({
            checkpoint,
            tree,
            note: formatNote(text, { name: origin, ...signer }, signature),
          });
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
      const notes = all.all() as { id: number; size: number; note: string }[];
      const broken = answerSync(brokenCheckpoints(notes, gapSeq, signer), store.hashes);
      for (const { id } of broken) giveUp.run(gapSeq, id);
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
