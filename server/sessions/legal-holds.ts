import type { JournalRecord } from '../domain/event.ts';
import { coverText, type HoldCover, type HoldPurpose } from '../domain/legal-hold.ts';
import type { Journal } from '../ports/journal.ts';
import type { LegalHold, LegalHolds, PlacedHold } from '../ports/retention.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';

/** Legal holds with their purposes (decision 0092). */
export interface HoldRegister {
  /** Returns the hold in force with the same cover and matter, if there is one. Fault `session_not_found`. */
  place(hold: LegalHold): Promise<DescribedHold>;
  /** Releases one hold by its number, or all with the same cover. */
  release(which: number | HoldCover, by: Pick<LegalHold, 'actor' | 'placedAt'>): Promise<void>;
  list(): Promise<readonly DescribedHold[]>;
}

export interface DescribedHold extends PlacedHold, HoldPurpose {}

interface HoldDeps {
  readonly holds: LegalHolds;
  readonly journal: Pick<Journal, 'read' | 'head'>;
  readonly summaries: Pick<SessionSummaries, 'list'>;
}

export function createHoldRegister(deps: HoldDeps): HoldRegister {
  const list = async () =>
    Promise.all((await deps.holds.list()).map((hold) => described(deps, hold)));
  return {
    list,
    place: async (hold) => {
      const there = (await list()).find(
        (one) => coverText(one) === coverText(hold) && one.matter === hold.matter,
      );
      if (there !== undefined) return there;
      const fromSeq = await firstSeq(deps, hold);
      const placed = await deps.holds.place(hold, fromSeq);
      const { matter, reason, reviewer } = hold;
      return {
        ...placed,
        ...(matter !== undefined && { matter }),
        ...(reason !== undefined && { reason }),
        ...(reviewer !== undefined && { reviewer }),
      };
    },
    release: async (which, by) => {
      const holds = await deps.holds.list();
      const released = holds.filter((hold) =>
        typeof which === 'number' ? hold.no === which : coverText(hold) === coverText(which),
      );
      for (const { no } of released) await deps.holds.release(no, by);
    },
  };
}

/** The record of a hold is never pruned before its release: the hold keeps everything from an earlier record on. */
async function described({ journal }: HoldDeps, hold: PlacedHold): Promise<DescribedHold> {
  const [record] = await journal.read({ from: hold.no, limit: 1 });
  return record?.seq === hold.no ? { ...hold, ...purposeOf(record) } : hold;
}

function purposeOf(record: JournalRecord): HoldPurpose {
  const names = ['matter', 'reason', 'reviewer'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof record[name] === 'string' ? [[name, record[name]]] : [])),
  );
}

/**
 * The first record that a hold of an agent or of a time keeps: pruning goes from the oldest record on, so
 * everything after it stays, too. Undefined for other holds.
 */
async function firstSeq(
  { journal, summaries }: HoldDeps,
  { sessionId, agentId, from }: HoldCover,
): Promise<number | undefined> {
  if (sessionId !== undefined) return undefined;
  const { size } = journal.head();
  if (agentId !== undefined) {
    const [oldest] = await summaries.list({ agentId, ascending: true, limit: 1 });
    const [first] = oldest ? await journal.read({ sessionId: oldest.id, limit: 1 }) : [];
    return first?.seq ?? size;
  }
  return from === undefined ? undefined : firstSeqSince(journal, from, size);
}

/** By halving: times in the journal never go back by more than a correction of the clock. */
async function firstSeqSince(
  { read }: Pick<Journal, 'read'>,
  from: string,
  size: number,
): Promise<number> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [record] = await read({ from: middle, limit: 1 });
    if (record === undefined || record.ts >= from) high = middle;
    else low = Math.max(middle, record.seq) + 1;
  }
  return low;
}
