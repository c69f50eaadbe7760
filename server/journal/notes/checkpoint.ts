import { type KeyObject, sign } from 'node:crypto';
import type { KeptCheckpoint } from '../../ports/journal.ts';
import { type MerkleTree, treeRoot } from '../tree/merkle-tree.ts';
import type { JournalKeys } from './journal-keys.ts';
import { formatNote, isSignedBy, parseNote } from './signed-note.ts';

/** A checkpoint as a note signed by the journal's key (design D24). */
export function signCheckpoint(
  checkpoint: Checkpoint,
  keys: Pick<JournalKeys, 'signing' | 'public'>,
): string {
  const text = checkpointText(checkpoint);
  const signature = sign(null, Buffer.from(text), keys.signing);
  return formatNote(text, { name: checkpoint.origin, publicKey: keys.public }, signature);
}

/** What a checkpoint states about the whole journal (design D24; C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Names the journal; here also the name of the key that signs. */
  readonly origin: string;
  readonly size: number;
  /** Hex root of the tree over the `curr_hash`es of the first `size` records. */
  readonly rootHash: string;
}

/** Why a note is no checkpoint of this journal. */
export type CheckpointFlaw = 'malformed' | 'wrong_origin' | 'bad_signature';

/** The text to sign, from which `parseCheckpoint` reads the same checkpoint. */
export function checkpointText({ origin, size, rootHash }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(rootHash, 'hex').toString('base64')}\n`;
}

/** Reads a signed checkpoint without looking at its signature; undefined when malformed. */
export function parseCheckpoint(note: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = parseNote(note)?.text.split('\n') ?? [];
  const rootBytes = Buffer.from(root, 'base64');
  const wellFormed = origin !== '' && /^(0|[1-9]\d{0,15})$/.test(size) && rootBytes.length === 32;
  if (!wellFormed || rootBytes.toString('base64') !== root) return undefined;
  return { origin, size: Number(size), rootHash: rootBytes.toString('hex') };
}

/** Reads a checkpoint of this origin, signed by its key. */
export function openCheckpoint(
  note: string,
  origin: string,
  publicKey: KeyObject,
): { readonly checkpoint: Checkpoint } | { readonly flaw: CheckpointFlaw } {
  const parsed = parseNote(note);
  const checkpoint = parseCheckpoint(note);
  if (parsed === undefined || checkpoint === undefined) return { flaw: 'malformed' };
  if (checkpoint.origin !== origin) return { flaw: 'wrong_origin' };
  if (!isSignedBy(parsed, origin, publicKey)) return { flaw: 'bad_signature' };
  return { checkpoint };
}

/** True when `tree` is the state that `checkpoint` was signed for. */
export function checkpointMatchesTree(checkpoint: Checkpoint, tree: MerkleTree): boolean {
  return checkpoint.size === tree.size && checkpoint.rootHash === treeRoot(tree);
}

/** A checkpoint as a database lists it. */
export interface ListedCheckpoint {
  readonly size: number;
  readonly note: string;
  readonly voidedBy: number | null;
  readonly signedAt: string | null;
}

export function toKeptCheckpoint({
  size,
  note,
  voidedBy,
  signedAt,
}: ListedCheckpoint): KeptCheckpoint {
  return {
    size,
    rootHash: parseCheckpoint(note)?.rootHash ?? '',
    note,
    ...(signedAt !== null && { signedAt }),
    ...(voidedBy !== null && { voidedBy }),
  };
}
