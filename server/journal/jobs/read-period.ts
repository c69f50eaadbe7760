import type { JournalRecord } from '../../domain/event.ts';
import type { Period, PeriodTrees } from '../../domain/reports/period.ts';
import { chainHash, parseStoredRecord } from '../record/record.ts';
import { clockSlackMs, periodScan } from '../tree/period-scan.ts';
import type { JournalReader, JournalSnapshot } from './journal-reader.ts';

/** Small enough to read from its start. */
const stretch = 4_096;

/**
 * Reads the calls and the accesses of a period, and gives `onRecord` each record of one of its calls, in
 * order. Every record that it reads is hashed again. Rejects when the journal cannot be read.
 */
export async function readPeriod(
  reader: JournalReader,
  period: Period,
  onRecord: (record: JournalRecord) => void,
): Promise<PeriodTrees> {
  const snapshot = await reader.snapshot();
  const scan = periodScan(period);
  const { size } = snapshot.end();
  for await (const rows of snapshot.records(await firstSeq(snapshot, size, period))) {
    for (const { seq, body, currHash } of rows) {
      if (seq >= size) break;
      const record = parseStoredRecord(body, currHash);
      if (scan.add(record, chainHash(body) === currHash)) onRecord(record);
    }
    if (scan.isOver()) break;
  }
  return scan.finish(size);
}

/** A `seq` before the first record of the period: times ascend, apart from steps of the clock. */
async function firstSeq(
  snapshot: JournalSnapshot,
  size: number,
  { from }: Period,
): Promise<number> {
  const wanted = new Date(Date.parse(from) - clockSlackMs).toISOString();
  let [low, high] = [snapshot.prunedBelow, size];
  while (high - low > stretch) {
    const middle = Math.floor((low + high) / 2);
    const ts = await timeAt(snapshot, middle);
    if (ts === undefined || ts >= wanted) high = middle;
    else low = middle;
  }
  return low;
}

async function timeAt(snapshot: JournalSnapshot, seq: number): Promise<string | undefined> {
  for await (const [row] of snapshot.records(seq)) {
    return row === undefined ? undefined : parseStoredRecord(row.body, row.currHash).ts;
  }
  return undefined;
}
