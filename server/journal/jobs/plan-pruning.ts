import type { PrunePlan, PruneQuery } from '../../ports/retention.ts';
import { parseStoredRecord } from '../record/record.ts';
import { pruneBoundary, retentionScan } from '../retention/retention-scan.ts';
import type { JournalReader, JournalSnapshot } from './journal-reader.ts';

/**
 * Reads from the oldest record on until one must stay (design D27). What it finds past its retention
 * stays so: records do not change, and an old call gets no further leaf. Holds are checked again when
 * records are given up.
 */
export async function planPruning(reader: JournalReader, query: PruneQuery): Promise<PrunePlan> {
  const snapshot = await reader.snapshot();
  const { prunedBelow: from } = snapshot;
  const scan = retentionScan(query, from);
  for await (const rows of snapshot.records(from)) {
    if (!rows.every(({ body, currHash }) => scan.add(parseStoredRecord(body, currHash)))) break;
  }
  const { end, unsealed, sessionStarts } = scan.found();
  const kept = [...(await continuedPast(end, unsealed, snapshot)), ...(await snapshot.heldFrom())];
  const boundary = Math.max(from, pruneBoundary(end, kept));
  const sessions = sessionStarts.filter((seq) => seq < boundary).length;
  return { firstSeq: from, lastSeq: boundary - 1, sessions };
}

/** Starts of the sessions that have a record from `end` on: they are not cut. */
async function continuedPast(
  end: number,
  unsealed: readonly { readonly id: string; readonly firstSeq: number }[],
  snapshot: JournalSnapshot,
): Promise<readonly number[]> {
  const lastSeqs = await snapshot.lastSeqOf(unsealed.map(({ id }) => id));
  return unsealed
    .filter(({ id }) => (lastSeqs.get(id) ?? 0) >= end)
    .map(({ firstSeq }) => firstSeq);
}
