import type { KeyObject } from 'node:crypto';
import { emptyTree, type MerkleTree, withLeaf } from '../tree/merkle-tree.ts';
import { checkpointMatchesTree, openCheckpoint } from './checkpoint.ts';

/** Asks for the hashes of the records [from, to); the answer is shorter where some are missing. */
export interface HashRange {
  readonly from: number;
  readonly to: number;
}

/** Work that needs hashes, wherever they are read from: synchronously in SQLite, not in PostgreSQL. */
export type HashQuestions<T> = Generator<HashRange, T, readonly string[]>;

/** Whose notes these are. */
export interface NoteSigner {
  readonly origin: string;
  readonly publicKey: KeyObject;
}

/** A checkpoint as it is kept. */
export interface CheckpointNote {
  readonly size: number;
  readonly note: string;
}

const hashesPerQuestion = 4_096;

/** The tree grown to `to` records; undefined when some are missing. */
export function* growTree(tree: MerkleTree, to: number): HashQuestions<MerkleTree | undefined> {
  let grown = tree;
  while (grown.size < to) {
    const next = Math.min(grown.size + hashesPerQuestion, to);
    const hashes = yield { from: grown.size, to: next };
    if (hashes.length < next - grown.size) return undefined;
    grown = hashes.reduce(withLeaf, grown);
  }
  return grown;
}

/**
 * The tree of a checkpoint: from the kept `peaks` where they fit the note, else built from the
 * records. Undefined when neither bears out the note.
 */
export function* restoreTree(
  kept: CheckpointNote & { readonly peaks: string },
  signer: NoteSigner,
): HashQuestions<MerkleTree | undefined> {
  const tree: MerkleTree = { size: kept.size, peaks: kept.peaks.split(' ') };
  if (bearsOut(tree, kept, signer)) return tree;
  const built = yield* growTree(emptyTree, kept.size);
  return bearsOut(built, kept, signer) ? built : undefined;
}

/** Of checkpoints in ascending order, those that the first `size` records do not bear out. */
export function* brokenCheckpoints<N extends CheckpointNote>(
  notes: readonly N[],
  size: number,
  signer: NoteSigner,
): HashQuestions<readonly N[]> {
  const broken: N[] = [];
  let tree: MerkleTree | undefined = emptyTree;
  for (const note of notes) {
    if (tree !== undefined && note.size <= size) tree = yield* growTree(tree, note.size);
    if (!bearsOut(tree, note, signer)) broken.push(note);
  }
  return broken;
}

function bearsOut(
  tree: MerkleTree | undefined,
  { size, note }: CheckpointNote,
  { origin, publicKey }: NoteSigner,
): boolean {
  const found = openCheckpoint(note, origin, publicKey);
  return (
    tree !== undefined &&
    'checkpoint' in found &&
    found.checkpoint.size === size &&
    checkpointMatchesTree(found.checkpoint, tree)
  );
}

/** Answers from a database that reads synchronously. */
export function answerSync<T>(
  questions: HashQuestions<T>,
  hashes: (from: number, to: number) => readonly string[],
): T {
  let step = questions.next();
  while (step.done !== true) step = questions.next(hashes(step.value.from, step.value.to));
  return step.value;
}

/** Answers from a database that does not; rejects when a read does. */
export async function answerAsync<T>(
  questions: HashQuestions<T>,
  hashes: (from: number, to: number) => Promise<readonly string[]>,
): Promise<T> {
  let step = questions.next();
  while (step.done !== true) step = questions.next(await hashes(step.value.from, step.value.to));
  return step.value;
}
