import type { EventDraft, JournalRecord } from '../../../domain/event.ts';
import { itemAt } from '../../../domain/item-at.ts';
import { buildRecord } from '../../../journal/index.ts';
import { Committed } from '../engine/writer.ts';
import type { AppendReceipt } from './journal-store.ts';

/**
 * Appends drafts. An append also fails when its records are committed but the head file cannot be
 * written. When those drafts are appended again, they are not written a second time.
 */
export function appendOnce(
  place: (drafts: readonly EventDraft[]) => Promise<AppendReceipt>,
): (drafts: readonly EventDraft[]) => Promise<readonly JournalRecord[]> {
  /** Records of drafts that were committed but not acknowledged. */
  const kept = new WeakMap<EventDraft, JournalRecord>();

  const write = async (drafts: readonly EventDraft[]): Promise<readonly JournalRecord[]> => {
    try {
      return recordsOf(drafts, await place(drafts));
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof Committed) {
        const records = recordsOf(drafts, cause.value as AppendReceipt);
        records.forEach((record, at) => {
          const draft = drafts[at];
          if (draft !== undefined) kept.set(draft, record);
        });
      }
      throw error;
    }
  };

  return async (drafts) => {
    const written = (await write(drafts.filter((draft) => !kept.has(draft)))).values();
    return drafts.flatMap((draft) => {
      const record = kept.get(draft) ?? written.next().value;
      kept.delete(draft);
      return record ?? [];
    });
  };
}

/** The records that the journal's thread made of these drafts; it sends back only what is needed to rebuild them. */
function recordsOf(drafts: readonly EventDraft[], placed: AppendReceipt): readonly JournalRecord[] {
  let prevHash = placed.prevHash;
  return drafts.map((draft, at) => {
    const currHash = itemAt(placed.hashes, at);
    const record = buildRecord(draft, {
      seq: placed.firstSeq + at,
      id: itemAt(placed.ids, at),
      nonce: itemAt(placed.nonces, at),
      prevHash,
      sessionSeq: placed.sessionSeqs[at],
    });
    prevHash = currHash;
    return { ...record, curr_hash: currHash } as JournalRecord;
  });
}
