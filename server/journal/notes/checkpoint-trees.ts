import type { KeyObject } from 'node:crypto';
import { type Answer, answered, type Steps } from '../../domain/steps.ts';
import { emptyTree, type MerkleTree, withLeaf } from '../tree/merkle-tree.ts';
import { checkpointMatchesTree, openCheckpoint } from './checkpoint.ts';

/** Reads the hashes of the records [from, to); the answer is shorter where some are missing. */
export type ReadHashes = (from: number, to: number) => Answer<readonly string[]>;

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
export function* growTree(
  tree: MerkleTree,
  to: number,
  read: ReadHashes,
): Steps<MerkleTree | undefined> {
  let grown = tree;
  while (grown.size < to) {
    const next = Math.min(grown.size + hashesPerQuestion, to);
    const hashes = yield* answered(read(grown.size, next));
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
  read: ReadHashes,
): Steps<MerkleTree | undefined> {
  const tree: MerkleTree = { size: kept.size, peaks: kept.peaks.split(' ') };
  if (bearsOut(tree, kept, signer)) return tree;
  const built = yield* growTree(emptyTree, kept.size, read);
  return bearsOut(built, kept, signer) ? built : undefined;
}

/** Of checkpoints in ascending order, those that the first `size` records do not bear out. */
export function* brokenCheckpoints<N extends CheckpointNote>(
  notes: readonly N[],
  size: number,
  signer: NoteSigner,
  read: ReadHashes,
): Steps<readonly N[]> {
  const broken: N[] = [];
  let tree: MerkleTree | undefined = emptyTree;
  for (const note of notes) {
    if (tree !== undefined && note.size <= size) tree = yield* growTree(tree, note.size, read);
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
