import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { exportFormat } from '../export/export-format.ts';
import { parseCheckpoint, signCheckpoint } from '../notes/checkpoint.ts';
import type { JournalKeys } from '../notes/journal-keys.ts';
import { rawPublicKey } from '../notes/signed-note.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { parseStoredRecord, zeroHash } from '../record/record.ts';
import { logProofs } from '../tree/inclusion-proof.ts';
import { emptyTree, type MerkleTree, treeRoot, withLeaf } from '../tree/merkle-tree.ts';
import { sessionRoot } from '../tree/session-tree.ts';
import type { StoredCheckpoint } from '../verify/chain-verifier.ts';
import type { JournalReader } from './journal-reader.ts';

/** Whose journal is exported. */
export interface ExportedJournal {
  readonly origin: string;
  readonly keys: Pick<JournalKeys, 'signing' | 'public'>;
}

export interface ExportQuery {
  /** One session, with the proof of each of its records. */
  readonly sessionId?: SessionId;
  /** First `seq` wanted; default: the first that is there. */
  readonly from?: number;
}

/**
 * The journal at one moment, or a session of it, as lines that verify without this program
 * (docs/journal-format.md). The checkpoint in the last line is signed only if the records bear out
 * all earlier ones. Rejects when pruning deletes records meanwhile, and with Fault
 * `session_not_found`.
 */
export function exportJournal(
  reader: JournalReader,
  journal: ExportedJournal,
  { sessionId, from = 0 }: ExportQuery = {},
): AsyncGenerator<string> {
  return sessionId === undefined
    ? wholeJournal(reader, journal, from)
    : oneSession(reader, journal, sessionId);
}

async function* wholeJournal(
  reader: JournalReader,
  journal: ExportedJournal,
  from: number,
): AsyncGenerator<string> {
  const snapshot = await reader.snapshot();
  const { size, hash: headHash } = snapshot.end();
  const log = exportTree(journal, snapshot.checkpoints);
  let next = Math.max(Math.min(from, size), snapshot.prunedBelow);
  let prevHash = zeroHash;
  for await (const hashes of snapshot.hashes(next)) {
    hashes.forEach(log.add);
    prevHash = hashes.at(-1) ?? prevHash;
  }
  const { size: first, peaks } = log.tree();
  yield line({ ...headerOf(journal), first_seq: first, prev_hash: prevHash, peaks });
  for await (const rows of snapshot.records(next)) {
    for (const { body, currHash } of rows) {
      log.add(currHash);
      yield line(parseStoredRecord(body, currHash));
    }
    next += rows.length;
  }
  // A stable snapshot lost none on the way: what is missing there shows in the export.
  if (!reader.isStable && next !== size) {
    throw new Error('records are missing, or were pruned meanwhile');
  }
  yield line({
    end: exportFormat,
    size,
    head_hash: headHash,
    checkpoint: log.checkpoint(),
    checkpoints: checkpointsFrom(first, snapshot.checkpoints),
  });
}

async function* oneSession(
  reader: JournalReader,
  journal: ExportedJournal,
  sessionId: SessionId,
): AsyncGenerator<string> {
  const snapshot = await reader.snapshot();
  const records = await snapshot.session(sessionId);
  if (records.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  yield line({ ...headerOf(journal), session_id: sessionId });
  for (const record of records) yield line(record);
  const { size } = snapshot.end();
  const log = exportTree(journal, snapshot.checkpoints);
  const proofs = logProofs(records.map(({ seq }) => seq));
  for await (const hashes of snapshot.hashes(size)) {
    for (const hash of hashes) {
      log.add(hash);
      proofs.add(hash);
    }
  }
  if (log.tree().size !== size) throw new RangeError('records are missing');
  yield line({
    end: exportFormat,
    size,
    checkpoint: log.checkpoint(),
    merkle_root_hex: sessionRoot(records),
    proofs: proofs.finish(),
  });
}

function line(value: object): string {
  return `${canonicalJson(value)}\n`;
}

/** What every export begins with. */
function headerOf({ origin, keys }: ExportedJournal) {
  return {
    export: exportFormat,
    origin,
    public_key: rawPublicKey(keys.public).toString('hex'),
  };
}

/** A gap before the first record is not in the file to excuse what it voided. */
function checkpointsFrom(first: number, checkpoints: readonly StoredCheckpoint[]) {
  return checkpoints
    .filter(({ size, voidedBy }) => size >= first && (voidedBy === null || voidedBy >= first))
    .map(({ size, note, voidedBy }) => ({
      size,
      note,
      ...(voidedBy !== null && { voided_by: voidedBy }),
    }));
}

/** The tree of an export as it grows, held against each checkpoint in force that it passes. */
interface ExportTree {
  add(hash: string): void;
  tree(): MerkleTree;
  /** Signed over all that was added; '' when a checkpoint contradicts it. */
  checkpoint(): string;
}

function exportTree(
  { origin, keys }: ExportedJournal,
  checkpoints: readonly StoredCheckpoint[],
): ExportTree {
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
