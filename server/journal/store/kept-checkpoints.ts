import type { EventDraft } from '../../domain/event.ts';
import { type Answer, answered, type Steps } from '../../domain/steps.ts';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import {
  brokenCheckpoints,
  type CheckpointNote,
  growTree,
  type NoteSigner,
  type ReadHashes,
  restoreTree,
} from '../notes/checkpoint-trees.ts';
import { gapDraft } from '../record/journal-drafts.ts';
import { emptyTree, type MerkleTree, treeRoot } from '../tree/merkle-tree.ts';

/** A checkpoint as a store keeps it, with the peaks of its tree. */
export interface KeptNote extends CheckpointNote {
  readonly id: number;
  readonly peaks: string;
}

/** The checkpoints of a store, and the hashes under them. */
export interface CheckpointTable {
  /** The last one in force. */
  last(): Answer<KeptNote | undefined>;
  /** All that are in force, in ascending order. */
  inForce(): Answer<readonly KeptNote[]>;
  /** Voids one; `gapSeq` is that of the event that says so. */
  giveUp(id: number, gapSeq: number): Answer<unknown>;
  readonly hashes: ReadHashes;
}

/** The tree under the last checkpoint; undefined when neither its peaks nor the records bear it out. */
export function* lastTree(
  { last, hashes }: CheckpointTable,
  signer: NoteSigner,
): Steps<MerkleTree | undefined> {
  const kept = yield* answered(last());
  return kept === undefined ? emptyTree : yield* restoreTree(kept, signer, hashes);
}

/** A checkpoint to sign, and the tree that it describes. */
export interface DrawnCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly tree: MerkleTree;
}

/**
 * The checkpoint over the first `size` records; `base` is what `lastTree` gave. Throws when the last
 * checkpoint does not hold, or a record is missing.
 */
export function* drawCheckpoint(
  base: MerkleTree | undefined,
  { origin, size }: Pick<Checkpoint, 'origin' | 'size'>,
  read: ReadHashes,
): Steps<DrawnCheckpoint> {
  if (base === undefined) throw new Error('the journal contradicts its last checkpoint');
  const tree = yield* growTree(base, size, read);
  if (tree === undefined) throw new Error('records are missing');
  return { checkpoint: { origin, size, rootHash: treeRoot(tree) }, tree };
}

/** A journal with a gap, inside the transaction that acknowledges it. */
export interface GappedJournal {
  /** Where the records end. */
  readonly end: JournalHead;
  readonly gap: JournalGap;
  appendOwn(draft: EventDraft): unknown;
  readonly checkpoints: CheckpointTable;
}

/**
 * Journals that `actor` knows of the loss, at `ts`, and voids the checkpoints that the records no
 * longer bear out (design D23).
 */
export function* acknowledgeGap(
  { end, gap, appendOwn, checkpoints }: GappedJournal,
  signer: NoteSigner,
  { actor, ts }: { readonly actor: string; readonly ts: string },
): Steps<void> {
  yield* answered(appendOwn(gapDraft(actor, gap, end, ts)));
  const { inForce, giveUp, hashes } = checkpoints;
  const notes = yield* answered(inForce());
  const broken = yield* brokenCheckpoints(notes, end.size, signer, hashes);
  for (const { id } of broken) yield* answered(giveUp(id, end.size));
}
