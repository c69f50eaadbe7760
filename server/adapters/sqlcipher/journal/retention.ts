import type Database from 'better-sqlite3-multiple-ciphers';
import type { EventDraft } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import {
  clockConfirmedDraft,
  isStillDue,
  legalHoldDraft,
  prunedDraft,
  tileSize,
} from '../../../journal/index.ts';
import type {
  LegalHold,
  PrunedTile,
  PrunePlan,
  RetentionLedger,
  RetentionState,
} from '../../../ports/retention.ts';
import type { JournalStore } from './journal-store.ts';
import type { PrunedRecords } from './pruned-records.ts';
import { retentionSql } from './statements.ts';

/** What the journal's thread does for retention; each method is one transaction. */
export type RetentionMethods = PruningMethods & HoldMethods;

type PruningMethods = {
  retentionState(nothing: null): RetentionState;
  sawClock(args: { ts: string; confirmed: Parameters<RetentionLedger['sawClock']>[1] }): void;
  giveUp(args: { plan: PrunePlan; policyDays: number; ts: string }): boolean;
  nextTile(nothing: null): PrunedTile | undefined;
  dropTile(no: number): void;
};

type HoldMethods = {
  placeHold(hold: LegalHold): LegalHold;
  releaseHold(hold: LegalHold): boolean;
  holds(nothing: null): readonly LegalHold[];
};

export const retentionReads = ['retentionState', 'nextTile', 'holds'] as const;

export interface RetentionParts {
  readonly db: Database.Database;
  readonly store: JournalStore;
  readonly pruned: PrunedRecords;
  /** Appends, unless a gap forbids it. */
  readonly append: (drafts: readonly EventDraft[]) => unknown;
  /** Signs and stores a checkpoint over everything up to here; inside the transaction. */
  readonly sign: () => void;
}

interface HoldRow {
  readonly session_id: string;
  readonly actor: string;
  readonly placed_at: string;
}

/** `session_id` of the hold of everything. */
const installation = '';

export function retentionMethods(parts: RetentionParts): RetentionMethods {
  return { ...pruningMethods(parts), ...holdMethods(parts) };
}

function pruningMethods({ db, store, pruned, append, sign }: RetentionParts): PruningMethods {
  const clockSeen = db.prepare<[], { clock_seen: string }>(retentionSql.state);
  const setClock = db.prepare<[string]>(retentionSql.sawClock);
  const starts = db.prepare<[number, number], SessionId>(retentionSql.starts).pluck();
  const sessionNos = db.prepare<[number, number], number>(retentionSql.sessionNos).pluck();
  const drop = db.prepare<[number, number]>(retentionSql.drop);
  const dropSession = db.prepare<[{ no: number }]>(retentionSql.dropSession);
  const allHolds = db.prepare<[], HoldRow>(retentionSql.holds);
  const isHeld = () => allHolds.all().some(({ session_id: id }) => id === installation);
  const heldFrom = () =>
    allHolds
      .all()
      .map(({ session_id: id }) =>
        id === installation ? 0 : (store.startOf(id as SessionId) ?? Infinity),
      );
  return {
    retentionState() {
      const newest = store.lastTs();
      return {
        prunedBelow: pruned.below(),
        deletedBelow: pruned.deletedBelow(),
        clockSeen: clockSeen.get()?.clock_seen ?? '',
        ...(newest !== '' && { newest }),
      };
    },
    sawClock({ ts, confirmed }) {
      if (confirmed !== undefined) append([clockConfirmedDraft(confirmed, ts)]);
      setClock.run(ts);
    },
    giveUp({ plan, policyDays, ts }) {
      if (!isStillDue(plan, pruned.below(), heldFrom())) return false;
      const { lastSeq } = plan;
      const [boundaryHash = ''] = store.hashes(lastSeq, lastSeq + 1);
      append([prunedDraft(plan, boundaryHash, policyDays, ts)]);
      const eventSeq = store.head().size - 1;
      sign();
      pruned.giveUp(lastSeq + 1, eventSeq);
      return true;
    },
    nextTile() {
      const from = pruned.deletedBelow();
      if (from >= pruned.below() || isHeld()) return undefined;
      return { no: from / tileSize, sessionIds: starts.all(from, from + tileSize) };
    },
    dropTile(no) {
      const [from, to] = [no * tileSize, (no + 1) * tileSize];
      if (from !== pruned.deletedBelow()) throw new Error('tiles are deleted in order');
      const gone = sessionNos.all(from, to);
      pruned.keep(no, store.hashes(from, to));
      // SQLite overwrites what it frees: no deleted record is left in the file.
      db.pragma('secure_delete = ON');
      drop.run(from, to);
      for (const session of gone) dropSession.run({ no: session });
      db.pragma('secure_delete = OFF');
      store.forgetSessions();
    },
  };
}

function holdMethods({ db, store, append }: RetentionParts): HoldMethods {
  const place = db.prepare<[string, string, string]>(retentionSql.place);
  const release = db.prepare<[string]>(retentionSql.release);
  const holdOf = db.prepare<[string], HoldRow>(retentionSql.hold);
  const allHolds = db.prepare<[], HoldRow>(retentionSql.holds);
  return {
    placeHold(hold) {
      const { sessionId, actor, placedAt } = hold;
      if (sessionId !== undefined && store.startOf(sessionId) === undefined) {
        throw new Fault('session_not_found', 'there are no records of this session');
      }
      const there = holdOf.get(sessionId ?? installation);
      if (there !== undefined) return fromRow(there);
      append([legalHoldDraft('legal_hold_placed', hold)]);
      place.run(sessionId ?? installation, actor, placedAt);
      return hold;
    },
    releaseHold(hold) {
      const released = release.run(hold.sessionId ?? installation).changes > 0;
      if (released) append([legalHoldDraft('legal_hold_released', hold)]);
      return released;
    },
    holds: () => allHolds.all().map(fromRow),
  };
}

function fromRow({ session_id: id, actor, placed_at: placedAt }: HoldRow): LegalHold {
  return { actor, placedAt, ...(id !== installation && { sessionId: id as SessionId }) };
}
