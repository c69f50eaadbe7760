import {
  canonicalJson,
  exportFormat,
  type StoredCheckpoint,
  type StoredRow,
  parseStoredRecord,
  zeroHash,
} from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';

/** What an export of a journal in memory is made of. */
export interface MemoryExport {
  readonly origin: string;
  readonly publicKey: string;
  readonly head: JournalHead;
  /** Hashes of the records that are gone, and roots of the complete subtrees over them. */
  readonly pruned: readonly string[];
  readonly peaks: readonly string[];
  readonly rows: readonly StoredRow[];
  readonly checkpoint: string;
  readonly checkpoints: readonly StoredCheckpoint[];
}

/** The lines of an export (docs/journal-format.md), one a piece. */
export function* memoryExport(journal: MemoryExport): Generator<string> {
  const { origin, publicKey, head, pruned, peaks, rows, checkpoint, checkpoints } = journal;
  const line = (value: object) => `${canonicalJson(value)}\n`;
  yield line({
    export: exportFormat,
    origin,
    public_key: publicKey,
    first_seq: pruned.length,
    prev_hash: pruned.at(-1) ?? zeroHash,
    peaks,
  });
  for (const { body, currHash } of rows) yield line(parseStoredRecord(body, currHash));
  yield line({
    end: exportFormat,
    size: head.size,
    head_hash: head.hash,
    checkpoint,
    checkpoints: checkpoints
      .filter(({ size }) => size >= pruned.length)
      .map(({ size, note }) => ({ size, note })),
  });
}
