import { sign } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import { runToEnd } from '../../../domain/time-slices.ts';
import {
  type CheckpointTable,
  type Coverage,
  checkpointDraft,
  checkpointText,
  type DrawnCheckpoint,
  drawCheckpoint,
  formatNote,
  type JournalKeys,
  type KeptNote,
  type ListedCheckpoint,
  lastTree,
  type MerkleTree,
  signCheckpoint,
  toKeptCheckpoint,
} from '../../../journal/index.ts';
import type { KeptCheckpoint } from '../../../ports/journal.ts';
import type { JournalStore } from './journal-store.ts';

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
  /** For `acknowledgeGap`. */
  readonly table: CheckpointTable;
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
  const lastRow = db.prepare<[], KeptNote>(
    'SELECT id, size, note, peaks FROM checkpoint WHERE voided_by IS NULL ORDER BY id DESC LIMIT 1',
  );
  const all = db.prepare<[], KeptNote>(
    'SELECT id, size, note, peaks FROM checkpoint WHERE voided_by IS NULL ORDER BY id',
  );
  const insert = db.prepare('INSERT INTO checkpoint (size, note, peaks) VALUES (?, ?, ?)');
  const newest = db.prepare<[number], ListedCheckpoint>(newestNotes);
  const giveUp = db.prepare('UPDATE checkpoint SET voided_by = ? WHERE id = ?');
  const signer = { origin, publicKey: keys.public };
  let last: Pick<KeptNote, 'size' | 'note'> | undefined;
  /** The tree of the last checkpoint; undefined until it was held against that checkpoint. */
  let base: MerkleTree | undefined;

  const table: CheckpointTable = {
    last: () => lastRow.get(),
    inForce: () => all.all(),
    giveUp: (id, gapSeq) => giveUp.run(gapSeq, id),
    hashes: store.hashes,
  };
  const draw = (): DrawnCheckpoint => {
    base ??= runToEnd(lastTree(table, signer));
    return runToEnd(drawCheckpoint(base, { origin, size: store.head().size }, store.hashes));
  };

  const coverage = () => ({ size: store.head().size, covered: last?.size ?? 0 });
  const keep = ({ checkpoint, tree }: DrawnCheckpoint, note: string) => {
    if (tree.size <= coverage().covered) return;
    insert.run(tree.size, note, tree.peaks.join(' '));
    last = { size: tree.size, note };
    base = tree;
    store.appendOwn(checkpointDraft(checkpoint, new Date().toISOString()));
  };
  const reload = () => {
    last = lastRow.get();
    base = undefined;
  };

  reload();
  return {
    async signLater(later) {
      const drawn = draw();
      const text = checkpointText(drawn.checkpoint);
      const signature = await signOffThread(text, keys);
      const note = formatNote(text, { name: origin, ...signer }, signature);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      later(() => {
        resolve(undefined);
        keep(drawn, note);
      });
      return await promise;
    },
    signNow() {
      const drawn = draw();
      keep(drawn, signCheckpoint(drawn.checkpoint, keys));
    },
    holds() {
      base ??= runToEnd(lastTree(table, signer));
      return base !== undefined;
    },
    coverage,
    latestNote: () => last?.note ?? '',
    newest: (limit) => newest.all(limit).map(toKeptCheckpoint),
    table,
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
