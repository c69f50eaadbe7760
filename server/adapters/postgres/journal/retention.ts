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
  LegalHolds,
  PrunedTile,
  PrunePlan,
  PruneQuery,
  Pruning,
  RetentionLedger,
} from '../../../ports/retention.ts';
import { statement } from '../engine/statement.ts';
import type { CheckpointStore } from './checkpoint-store.ts';
import type { Queryable } from './gap-detector.ts';
import type { Chain, LockedChain } from './journal-chain.ts';

interface HoldRow {
  readonly id: string;
  readonly actor: string;
  readonly placedAt: string;
  /** `seq` of the session's first record; null when that is unknown or was given up. */
  readonly start: number | null;
}

/** `session_id` of the hold of everything. */
const installation = '';

const startOf = (id: string) => `(SELECT seq FROM journal_record
  WHERE session_id = ${id} AND session_seq = 0
    AND seq >= (SELECT pruned_below FROM journal_retention WHERE id = 1))`;

export const holdsSql = {
  all: statement<[], HoldRow>(
    `SELECT session_id AS id, actor, placed_at AS "placedAt", ${startOf('journal_hold.session_id')} AS start
     FROM journal_hold ORDER BY session_id`,
  ),
  start: statement<[id: string], { start: number | null }>(`SELECT ${startOf('$1')} AS start`),
  place: statement<[id: string, actor: string, placedAt: string], { id: string }>(
    `INSERT INTO journal_hold (session_id, actor, placed_at) VALUES ($1, $2, $3)`,
  ),
  release: statement<[id: string], { id: string }>(
    'DELETE FROM journal_hold WHERE session_id = $1 RETURNING session_id AS id',
  ),
} as const;

/** First `seq` that a hold keeps; infinite when there is none. */
export async function firstHeldSeq({ ask }: Queryable): Promise<number> {
  const rows = await ask(holdsSql.all, []);
  return Math.min(...rows.map(({ id, start }) => (id === installation ? 0 : (start ?? Infinity))));
}

/** True while everything is held. */
export async function isInstallationHeld({ ask }: Queryable): Promise<boolean> {
  return (await ask(holdsSql.all, [])).some(({ id }) => id === installation);
}

export function postgresLegalHolds(database: Queryable, chain: Chain): LegalHolds {
  const place = async (tail: LockedChain, hold: LegalHold): Promise<LegalHold> => {
    const { sessionId, actor, placedAt } = hold;
    if (
      sessionId !== undefined &&
      (await tail.pipe.ask(holdsSql.start, [sessionId]))[0]?.start == null
    ) {
      throw new Fault('session_not_found', 'there are no records of this session');
    }
    const rows = await tail.pipe.ask(holdsSql.all, []);
    const there = rows.find(({ id }) => id === (sessionId ?? installation));
    if (there !== undefined) return fromRow(there);
    tail.append([legalHoldDraft('legal_hold_placed', hold)]);
    await tail.pipe.ask(holdsSql.place, [sessionId ?? installation, actor, placedAt]);
    return hold;
  };
  const release = async (tail: LockedChain, hold: LegalHold): Promise<boolean> => {
    const released = await tail.pipe.ask(holdsSql.release, [hold.sessionId ?? installation]);
    if (released.length > 0) tail.append([legalHoldDraft('legal_hold_released', hold)]);
    return released.length > 0;
  };
  const sessions =
    ({ sessionId }: LegalHold) =>
    () =>
      sessionId === undefined ? [] : [sessionId];
  return {
    place: (hold) => chain.change({ sessions: sessions(hold), work: (tail) => place(tail, hold) }),
    release: (hold) =>
      chain.change({ sessions: sessions(hold), work: (tail) => release(tail, hold) }),
    list: async () => (await database.ask(holdsSql.all, [])).map(fromRow),
  };
}

function fromRow({ id, actor, placedAt }: HoldRow): LegalHold {
  return { actor, placedAt, ...(id !== installation && { sessionId: id as SessionId }) };
}

interface StateRow {
  readonly prunedBelow: number;
  readonly deletedBelow: number;
  readonly clockSeen: string;
  readonly newest: string | null;
}

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

export interface RetentionParts {
  readonly database: Queryable;
  readonly chain: Chain;
  readonly checkpoints: Pick<CheckpointStore, 'sign'>;
  readonly plan: (query: PruneQuery) => Promise<PrunePlan>;
}

/** Retention of the journal in PostgreSQL (design D27); whichever replica comes first prunes. */
export function postgresRetention(parts: RetentionParts): Pruning & RetentionLedger {
  const { database, chain } = parts;
  const stateFrom = async ({ ask }: Queryable): Promise<StateRow> => {
    const [row] = await ask(retentionSql.state, []);
    if (row === undefined) throw new Error('the journal has lost its record of pruning');
    return row;
  };

  const giveUp = async (tail: LockedChain, plan: PrunePlan, policyDays: number, ts: string) => {
    const { lastSeq } = plan;
    const { prunedBelow } = await stateFrom(tail.pipe);
    if (!isStillDue(plan, prunedBelow, [await firstHeldSeq(tail.pipe)])) return false;
    const [boundary] = await tail.pipe.ask(retentionSql.boundary, [lastSeq]);
    const boundaryHash = boundary?.hash?.toString('hex') ?? '';
    tail.append([prunedDraft(plan, boundaryHash, policyDays, ts)]);
    const eventSeq = tail.end().size - 1;
    await parts.checkpoints.sign(tail);
    await tail.pipe.ask(retentionSql.giveUp, [lastSeq + 1, eventSeq]);
    return true;
  };

  const dropTile = async (tail: LockedChain, no: number): Promise<void> => {
    const { deletedBelow } = await stateFrom(tail.pipe);
    // Another replica was faster.
    if (no * tileSize < deletedBelow) return;
    await tail.pipe.ask(retentionSql.dropTile, [no]);
  };

  return {
    async state() {
      const { newest, ...state } = await stateFrom(database);
      return { ...state, ...(newest !== null && newest !== '' && { newest }) };
    },
    plan: parts.plan,
    giveUp: (plan, policyDays, ts) =>
      chain.change({ work: (tail) => giveUp(tail, plan, policyDays, ts) }),
    async nextTile(): Promise<PrunedTile | undefined> {
      const { prunedBelow, deletedBelow: from } = await stateFrom(database);
      if (from >= prunedBelow || (await isInstallationHeld(database))) return undefined;
      const starts = await database.ask(retentionSql.starts, [from, from + tileSize]);
      return { no: from / tileSize, sessionIds: starts.map(({ id }) => id) };
    },
    dropTile: (no) => chain.change({ work: (tail) => dropTile(tail, no) }),
    sawClock: (ts, confirmed) =>
      chain.change({
        work: async (tail) => {
          if (confirmed !== undefined) tail.append([clockConfirmedDraft(confirmed, ts)]);
          await tail.pipe.ask(retentionSql.sawClock, [ts]);
        },
      }),
  };
}
