import type { SessionId } from '../../../domain/ids.ts';
import { itemAt } from '../../../domain/item-at.ts';
import type { HoldCover } from '../../../domain/legal-hold.ts';
import { runLater, type Steps } from '../../../domain/steps.ts';
import {
  type HoldRow,
  type RetainedJournal,
  retentionSteps as steps,
  tileSize,
} from '../../../journal/index.ts';
import type {
  LegalHolds,
  Pruning,
  RetentionLedger,
  RetentionState,
} from '../../../ports/retention.ts';
import { statement } from '../engine/statement.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { Queryable } from './gap-detector.ts';
import type { Chain, LockedChain } from './journal-chain.ts';

const startOf = (id: string) => `(SELECT seq FROM journal_record
  WHERE session_id = ${id} AND session_seq = 0
    AND seq >= (SELECT pruned_below FROM journal_retention WHERE id = 1))`;

export const holdsSql = {
  all: statement<[], HoldRow>(
    `SELECT no, session_id AS id, actor, placed_at AS "placedAt", from_seq AS "fromSeq",
       ${startOf('journal_hold.session_id')} AS start
     FROM journal_hold ORDER BY no`,
  ),
  start: statement<[id: string], { start: number | null }>(`SELECT ${startOf('$1')} AS start`),
  place: statement<
    [no: number, id: string, actor: string, placedAt: string, fromSeq: number | null],
    { id: string }
  >(
    `INSERT INTO journal_hold (no, session_id, actor, placed_at, from_seq)
     VALUES ($1, $2, $3, $4, $5)`,
  ),
  release: statement<[no: number], { id: string }>('DELETE FROM journal_hold WHERE no = $1'),
} as const;

type StateRow = Omit<RetentionState, 'newest'> & { readonly newest: string | null };

export const retentionSql = {
  state: statement<[], StateRow>(
    `SELECT r.pruned_below AS "prunedBelow", r.clock_seen AS "clockSeen", h.last_ts AS newest,
       coalesce((SELECT max(no) + 1 FROM journal_tile), 0) * ${tileSize} AS "deletedBelow"
     FROM journal_retention AS r LEFT JOIN journal_head AS h ON h.id = 1 WHERE r.id = 1`,
  ),
  giveUp: statement<[below: number, eventSeq: number]>(
    'UPDATE journal_retention SET pruned_below = $1, event_seq = $2 WHERE id = 1',
  ),
  sawClock: statement<[ts: string]>('UPDATE journal_retention SET clock_seen = $1 WHERE id = 1'),
  starts: statement<[from: number, to: number], { id: SessionId }>(
    `SELECT session_id AS id FROM journal_record
     WHERE seq >= $1 AND seq < $2 AND session_seq = 0 ORDER BY seq`,
  ),
  boundary: statement<[seq: number], { hash: Buffer | null }>(
    'SELECT journal_hash_at($1::bigint) AS hash',
  ),
  dropTile: statement<[no: number], unknown>('SELECT journal_drop_tile($1::bigint)'),
} as const;

function retentionTables({ ask }: Queryable): RetainedJournal['tables'] {
  return {
    async state() {
      const [row] = await ask(retentionSql.state, []);
      if (row === undefined) throw new Error('the journal has lost its record of pruning');
      return row;
    },
    holds: () => ask(holdsSql.all, []),
    startOf: async (id) => (await ask(holdsSql.start, [id]))[0]?.start ?? null,
    startsIn: async (from, to) => (await ask(retentionSql.starts, [from, to])).map(({ id }) => id),
    hashOf: async (seq) => {
      const rows = await ask(retentionSql.boundary, [seq]);
      return itemAt(
        rows.map(({ hash }) => hash?.toString('hex')),
        0,
      );
    },
    giveUp: (below, eventSeq) => ask(retentionSql.giveUp, [below, eventSeq]),
    dropTile: (no) => ask(retentionSql.dropTile, [no]),
    sawClock: (ts) => ask(retentionSql.sawClock, [ts]),
    placeHold: ({ no, id, actor, placedAt, fromSeq }) =>
      ask(holdsSql.place, [no, id, actor, placedAt, fromSeq]),
    releaseHold: (no) => ask(holdsSql.release, [no]),
  };
}

export interface RetentionParts {
  readonly database: Queryable;
  readonly chain: Chain;
  readonly checkpoints: Pick<CheckpointStore, 'sign'>;
  readonly plan: Pruning['plan'];
}

/** Retention of the journal in PostgreSQL (design D27); whichever replica comes first prunes. */
export function postgresRetention({ database, chain, checkpoints, plan }: RetentionParts): {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
} {
  const tables = retentionTables(database);
  /** Runs steps that may append, also to the session of a hold. */
  const change = <T>(asked: (journal: RetainedJournal) => Steps<T>, hold?: HoldCover) => {
    const work = (tail: LockedChain) =>
      runLater(
        asked({
          tables: retentionTables(tail.pipe),
          append: tail.append,
          size: () => tail.end().size,
          sign: () => checkpoints.sign(tail),
        }),
      );
    return chain.change({ sessions: () => (hold?.sessionId ? [hold.sessionId] : []), work });
  };
  return {
    retention: {
      plan,
      state: () => runLater(steps.retentionState(tables)),
      giveUp: (due, policyDays, ts) =>
        change((journal) => steps.giveUp(journal, due, policyDays, ts)),
      fillTile: (no, ts) => change((journal) => steps.fillTile(journal, no, ts)),
      nextTile: () => runLater(steps.nextTile(tables)),
      dropTile: (no) => change((journal) => steps.dropTile(journal.tables, no)),
      sawClock: (ts, confirmed) => change((journal) => steps.sawClock(journal, ts, confirmed)),
    },
    holds: {
      place: (hold, fromSeq) => change((journal) => steps.placeHold(journal, hold, fromSeq), hold),
      release: async (no, by) => {
        const hold = (await tables.holds()).find((row) => row.no === no);
        return hold === undefined
          ? false
          : change((journal) => steps.releaseHold(journal, no, by), steps.holdOf(hold));
      },
      list: async () => (await tables.holds()).map(steps.holdOf),
    },
  };
}
