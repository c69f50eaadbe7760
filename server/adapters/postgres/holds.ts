import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { legalHoldDraft } from '../../journal/index.ts';
import type { LegalHold, LegalHolds } from '../../ports/legal-holds.ts';
import type { Chain, LockedChain } from './journal-chain.ts';
import type { Queryable } from './journal-judge.ts';
import { statement } from './statement.ts';

interface HoldRow {
  readonly id: string;
  readonly actor: string;
  readonly placedAt: string;
  /** `seq` of the session's first record that may be read; null where it has none. */
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
