import type { EventDraft } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import {
  clockConfirmedDraft,
  isStillDue,
  legalHoldDraft,
  prunedDraft,
  type StoredRow,
  tileSize,
} from '../../../server/journal/index.ts';
import type {
  LegalHold,
  LegalHolds,
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
  const holds = new Map<string, LegalHold>();
  let clockSeen = nowIso;

  const startOf = (id: string) => {
    const row = journal.rows.find((r) => r.sessionId === id && r.sessionSeq === 0);
    return row === undefined || row.seq < journal.floor ? undefined : row.seq;
  };
  const heldFrom = () => [...holds.keys()].map((id) => (id === '' ? 0 : (startOf(id) ?? Infinity)));
  const nextTile: Pruning['nextTile'] = async () => {
    const from = journal.pruned.length;
    if (from >= journal.floor || holds.has('')) return undefined;
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
      async place(hold) {
        const { sessionId } = hold;
        if (sessionId !== undefined && startOf(sessionId) === undefined) {
          throw new Fault('session_not_found', 'there are no records of this session');
        }
        const there = holds.get(sessionId ?? '');
        if (there !== undefined) return there;
        journal.append(legalHoldDraft('legal_hold_placed', hold));
        holds.set(sessionId ?? '', hold);
        return hold;
      },
      async release(hold) {
        const released = holds.delete(hold.sessionId ?? '');
        if (released) journal.append(legalHoldDraft('legal_hold_released', hold));
        return released;
      },
      list: async () =>
        [...holds].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, hold]) => hold),
    },
  };
}
