import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../../domain/ids.ts';
import { itemAt } from '../../../domain/item-at.ts';
import { runToEnd } from '../../../domain/time-slices.ts';
import {
  type HoldRow,
  type RetainedJournal,
  retentionSteps as steps,
  tileSize,
} from '../../../journal/index.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../ports/retention.ts';
import type { Local } from '../engine/writer.ts';
import type { JournalStore } from './journal-store.ts';
import type { PrunedRecords } from './pruned-records.ts';
import { retentionSql } from './statements.ts';

/** What the journal's thread does for retention; each method is one transaction. */
export type RetentionPorts = {
  readonly retention: Local<Omit<Pruning, 'plan'> & RetentionLedger>;
  readonly holds: Local<LegalHolds>;
};

export interface RetentionParts extends Pick<RetainedJournal, 'append' | 'sign'> {
  readonly db: Database.Database;
  readonly store: JournalStore;
  readonly pruned: PrunedRecords;
}

export function retentionPorts({ append, sign, ...parts }: RetentionParts): RetentionPorts {
  const tables = retentionTables(parts);
  const journal = { tables, append, sign, size: () => parts.store.head().size };
  return {
    retention: {
      state: () => runToEnd(steps.retentionState(tables)),
      giveUp: (plan, policyDays, ts) => runToEnd(steps.giveUp(journal, plan, policyDays, ts)),
      fillTile: (no, ts) => runToEnd(steps.fillTile(journal, no, ts)),
      nextTile: () => runToEnd(steps.nextTile(tables)),
      dropTile: (no) => runToEnd(steps.dropTile(tables, no)),
      sawClock: (ts, confirmed) => runToEnd(steps.sawClock(journal, ts, confirmed)),
    },
    holds: {
      place: (hold, fromSeq) => runToEnd(steps.placeHold(journal, hold, fromSeq)),
      release: (no, by) => runToEnd(steps.releaseHold(journal, no, by)),
      list: () => tables.holds().map(steps.holdOf),
    },
  };
}

function retentionTables({ db, store, pruned }: Pick<RetentionParts, 'db' | 'store' | 'pruned'>) {
  const clockSeen = db.prepare<[], { clock_seen: string }>(retentionSql.state);
  const setClock = db.prepare<[string]>(retentionSql.sawClock);
  const starts = db.prepare<[number, number], SessionId>(retentionSql.starts).pluck();
  const sessionNos = db.prepare<[number, number], number>(retentionSql.sessionNos).pluck();
  const drop = db.prepare<[number, number]>(retentionSql.drop);
  const dropSession = db.prepare<[{ no: number }]>(retentionSql.dropSession);
  const holds = db.prepare<[], HoldRow>(retentionSql.holds);
  const place = db.prepare<[Omit<HoldRow, 'start'>]>(retentionSql.place);
  const release = db.prepare<[number]>(retentionSql.release);
  return {
    state: () => ({
      prunedBelow: pruned.below(),
      deletedBelow: pruned.deletedBelow(),
      clockSeen: clockSeen.get()?.clock_seen ?? '',
      newest: store.lastTs(),
    }),
    holds: () => holds.all(),
    startOf: (id) => store.startOf(id) ?? null,
    startsIn: (from, to) => starts.all(from, to),
    hashOf: (seq) => itemAt(store.hashes(seq, seq + 1), 0),
    giveUp: (below, eventSeq) => pruned.giveUp(below, eventSeq),
    dropTile(no) {
      const [from, to] = [no * tileSize, (no + 1) * tileSize];
      const gone = sessionNos.all(from, to);
      pruned.keep(no, store.hashes(from, to));
      // SQLite overwrites what it frees: no deleted record is left in the file.
      db.pragma('secure_delete = ON');
      drop.run(from, to);
      for (const session of gone) dropSession.run({ no: session });
      db.pragma('secure_delete = OFF');
      store.forgetSessions();
    },
    sawClock: (ts) => setClock.run(ts),
    placeHold: (row) => place.run(row),
    releaseHold: (no) => release.run(no),
  } satisfies RetainedJournal['tables'];
}
