import type { EventDraft } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import { coverText, parseCover } from '../../../server/domain/legal-hold.ts';
import {
  clockConfirmedDraft,
  holdPlacedDraft,
  holdReleasedDraft,
  isStillDue,
  prunedDraft,
  type StoredRow,
  tileFilledDraft,
  tileSize,
} from '../../../server/journal/index.ts';
import type {
  LegalHolds,
  PlacedHold,
  Pruning,
  RetentionLedger,
} from '../../../server/ports/retention.ts';

/** What pruning needs of a journal in memory. */
export interface MemoryRows {
  /** Records that are there; `rows[0]` follows the last of `pruned`. */
  readonly rows: StoredRow[];
  /** Hashes of deleted records. */
  readonly pruned: string[];
  /** `seq` of the first record that may be read. */
  floor: number;
  append(draft: EventDraft): void;
  /** Signs a checkpoint over everything up to here. */
  sign(): void;
  lastTs(): string;
}

/** Pruning and holds of a journal in memory, by the same rules as in a file. */
export function memoryRetention(
  journal: MemoryRows,
  nowIso: string,
): {
  readonly retention: Omit<Pruning, 'plan'> & RetentionLedger;
  readonly holds: LegalHolds;
  /** First `seq` that each hold keeps. */
  heldFrom(): readonly number[];
} {
  const holds = new Map<number, PlacedHold & { readonly fromSeq: number | undefined }>();
  let clockSeen = nowIso;

  const startOf = (id: string) => {
    const row = journal.rows.find((r) => r.sessionId === id && r.sessionSeq === 0);
    return row === undefined || row.seq < journal.floor ? undefined : row.seq;
  };
  const isOfAll = (hold: PlacedHold) => coverText(hold) === '';
  const heldFrom = () =>
    [...holds.values()].map((hold) =>
      isOfAll(hold) ? 0 : (hold.fromSeq ?? startOf(coverText(hold)) ?? Infinity),
    );
  const nextTile: Pruning['nextTile'] = async () => {
    const from = journal.pruned.length;
    if (from >= journal.floor || [...holds.values()].some(isOfAll)) return undefined;
    const begun = journal.rows.slice(0, tileSize).filter(({ sessionSeq }) => sessionSeq === 0);
    const sessionIds = begun.map(({ sessionId }) => sessionId as SessionId);
    return { no: from / tileSize, sessionIds };
  };

  return {
    heldFrom,
    retention: {
      async state() {
        const newest = journal.lastTs();
        return {
          prunedBelow: journal.floor,
          deletedBelow: journal.pruned.length,
          clockSeen,
          ...(newest !== '' && { newest }),
        };
      },
      async giveUp(plan, policyDays, ts) {
        if (!isStillDue(plan, journal.floor, heldFrom())) return false;
        const { lastSeq } = plan;
        const boundaryHash = journal.rows[lastSeq - journal.pruned.length]?.currHash ?? '';
        journal.append(prunedDraft(plan, boundaryHash, policyDays, ts));
        journal.sign();
        journal.floor = lastSeq + 1;
        return true;
      },
      async fillTile(no, ts) {
        const missing = (no + 1) * tileSize - journal.pruned.length - journal.rows.length;
        if (missing <= 0 || missing >= tileSize) return;
        for (let at = 0; at < missing; at += 1) journal.append(tileFilledDraft(ts));
      },
      nextTile,
      async dropTile(no) {
        if ((await nextTile())?.no !== no) throw new Error('this tile was not given up');
        const gone = journal.rows.splice(0, tileSize);
        journal.pruned.push(...gone.map(({ currHash }) => currHash));
      },
      async sawClock(ts, confirmed) {
        if (confirmed !== undefined) journal.append(clockConfirmedDraft(confirmed, ts));
        clockSeen = ts;
      },
    },
    holds: {
      async place(hold, fromSeq) {
        const { sessionId, actor, placedAt } = hold;
        if (sessionId !== undefined && startOf(sessionId) === undefined) {
          throw new Fault('session_not_found', 'there are no records of this session');
        }
        journal.append(holdPlacedDraft(hold));
        const no = journal.pruned.length + journal.rows.length - 1;
        const placed = { no, actor, placedAt, ...parseCover(coverText(hold)) };
        holds.set(no, { ...placed, fromSeq });
        return placed;
      },
      async release(no, by) {
        const hold = holds.get(no);
        if (hold === undefined) return false;
        holds.delete(no);
        const { fromSeq: _, ...placed } = hold;
        journal.append(holdReleasedDraft(placed, by));
        return true;
      },
      list: async () =>
        [...holds.values()].map(({ fromSeq: _, ...placed }) => placed).sort((a, b) => a.no - b.no),
    },
  };
}
