import { sign } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import {
  answerSync,
  brokenCheckpoints,
  type Checkpoint,
  type Coverage,
  checkpointDraft,
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
interface SignedCheckpoint {
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
  /**
   * Signs the committed journal off this thread, and has the note stored `later`. Resolves when that
   * is about to happen; rejects when the last checkpoint does not hold.
   */
  signLater(later: (job: () => void) => void): Promise<undefined>;
  /** Signs and stores a note with the record that names it; inside a transaction. */
  signNow(): void;
  /** False when neither the stored tree nor the records bear out the last checkpoint. */
  holds(): boolean;
  coverage(): Coverage;
  /** The note of the last checkpoint in force; '' while there is none. */
  latestNote(): string;
  /** The newest notes, voided ones included, newest first. */
  newest(limit: number): readonly KeptCheckpoint[];
  /** Voids the notes that the records no longer bear out; `gapSeq` is that of the event that says so. */
  voidBroken(gapSeq: number): void;
  /** Forgets the last checkpoint in memory, after the database went back to an earlier state. */
  reload(): void;
}

/**
 * A note and its `checkpoint_signed` record are written in one commit, but a few other records may
 * come between those it covers and its own: the query searches the next 256 records.
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

  const coverage = () => ({ size: store.head().size, covered: last?.size ?? 0 });
  const keep = ({ checkpoint, tree, note }: SignedCheckpoint) => {
    if (tree.size <= coverage().covered) return;
    const peaks = tree.peaks.join(' ');
    insert.run(tree.size, note, peaks);
    last = { size: tree.size, note, peaks };
    base = tree;
    store.appendOwn(checkpointDraft(checkpoint, new Date().toISOString()));
  };
  const reload = () => {
    last = lastRow.get() as CheckpointRow | undefined;
    base = undefined;
  };

  reload();
  return {
    async signLater(later) {
      const { checkpoint, tree, text } = draw();
      const signature = await signOffThread(text, keys);
      const note = formatNote(text, { name: origin, ...signer }, signature);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      later(() => {
        resolve(undefined);
        keep({ checkpoint, tree, note });
      });
      return await promise;
    },
    signNow() {
      const { checkpoint, tree } = draw();
      keep({ checkpoint, tree, note: signCheckpoint(checkpoint, keys) });
    },
    holds() {
      base = lastTree();
      return base !== undefined;
    },
    coverage,
    latestNote: () => last?.note ?? '',
    newest: (limit) => newest.all(limit).map(toKeptCheckpoint),
    voidBroken(gapSeq) {
      const notes = all.all() as { id: number; size: number; note: string }[];
      const broken = answerSync(brokenCheckpoints(notes, gapSeq, signer), store.hashes);
      for (const { id } of broken) giveUp.run(gapSeq, id);
      reload();
    },
    reload,
  };
}

function signOffThread(text: string, { signing }: JournalKeys): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  sign(null, Buffer.from(text), signing, (error, signature) => {
    if (error) reject(error);
    else resolve(signature);
  });
  return promise;
}
