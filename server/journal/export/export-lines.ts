import type { JournalHead } from '../../ports/journal.ts';
import { parseCheckpoint, signCheckpoint } from '../notes/checkpoint.ts';
import type { JournalKeys } from '../notes/journal-keys.ts';
import { rawPublicKey } from '../notes/signed-note.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { parseStoredRecord, zeroHash } from '../record/record.ts';
import { emptyTree, type MerkleTree, treeRoot, withLeaf } from '../tree/merkle-tree.ts';
import type { StoredCheckpoint } from '../verify/chain-verifier.ts';
import { exportFormat } from './export-format.ts';

/** A journal that is exported: whose it is, and the checkpoints kept with it in ascending order. */
export interface ExportSource {
  readonly origin: string;
  readonly keys: Pick<JournalKeys, 'signing' | 'public'>;
  readonly checkpoints: readonly StoredCheckpoint[];
}

/** What every export begins with. */
export function exportHeader({ origin, keys }: ExportSource) {
  return {
    export: exportFormat,
    origin,
    public_key: rawPublicKey(keys.public).toString('hex'),
  };
}

/** The tree of an export as it grows, held against each checkpoint in force that it passes. */
export interface ExportTree {
  add(hash: string): void;
  tree(): MerkleTree;
  /** Signed over all that was added; '' when a checkpoint contradicts it. */
  checkpoint(): string;
}

export function exportTree({ origin, keys, checkpoints }: ExportSource): ExportTree {
  const inForce = checkpoints.filter(({ voidedBy }) => voidedBy === null);
  const roots = new Map(inForce.map(({ size, note }) => [size, parseCheckpoint(note)?.rootHash]));
  let tree = emptyTree;
  let passed = 0;
  return {
    add(hash) {
      tree = withLeaf(tree, hash);
      if (roots.has(tree.size) && roots.get(tree.size) === treeRoot(tree)) passed += 1;
    },
    tree: () => tree,
    checkpoint() {
      if (passed !== roots.size) return '';
      return signCheckpoint({ origin, size: tree.size, rootHash: treeRoot(tree) }, keys);
    },
  };
}

/** Makes the lines of an export of the journal (docs/journal-format.md), without their newlines. */
export interface ExportLines {
  /** The hash of each record before the first in the file, in order; then `header`. */
  before(hash: string): void;
  header(): string;
  /** Each record in the file, in order; then `footer`. */
  record(body: string, currHash: string): string;
  footer(end: JournalHead): string;
}

export function exportLines(source: ExportSource): ExportLines {
  const log = exportTree(source);
  let prevHash = zeroHash;
  let first = 0;
  return {
    before(hash) {
      log.add(hash);
      prevHash = hash;
    },
    header() {
      const { size, peaks } = log.tree();
      first = size;
      return canonicalJson({
        ...exportHeader(source),
        first_seq: size,
        prev_hash: prevHash,
        peaks,
      });
    },
    record(body, currHash) {
      log.add(currHash);
      return canonicalJson(parseStoredRecord(body, currHash));
    },
    footer({ size, hash }) {
      // A gap before the first record is not in the file to excuse what it voided.
      const kept = source.checkpoints.filter(
        (checkpoint) =>
          checkpoint.size >= first &&
          (checkpoint.voidedBy === null || checkpoint.voidedBy >= first),
      );
      return canonicalJson({
        end: exportFormat,
        size,
        head_hash: hash,
        checkpoint: log.checkpoint(),
        checkpoints: kept.map(({ size: at, note, voidedBy }) => {
          return { size: at, note, ...(voidedBy !== null && { voided_by: voidedBy }) };
        }),
      });
    },
  };
}
