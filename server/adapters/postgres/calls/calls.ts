import type { SessionId } from '../../../domain/ids.ts';
import type { SessionSummary } from '../../../domain/session.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type {
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../../ports/session-summaries.ts';
import { parseSummary, storedCounts } from '../../system/stored-session.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import type { MigrationGroup } from '../engine/migrations.ts';
import { type Statement, statement, type Value } from '../engine/statement.ts';

/**
 * One row per session, with the sealed summary and the columns that lists filter by and statistics add
 * up. The index by agent holds all columns that statistics read. A call key is stored before the first
 * summary and deleted when the call has ended.
 */
export const callsMigrations: MigrationGroup = {
  name: 'calls',
  migrations: [
    `
    CREATE TABLE sessions (
      id text COLLATE "C" PRIMARY KEY,
      agent_id text COLLATE "C" NOT NULL,
      started_ms bigint NOT NULL,
      status text COLLATE "C" NOT NULL,
      redactions bigint NOT NULL,
      ended boolean NOT NULL,
      folded_seq bigint NOT NULL,
      added_ms jsonb NOT NULL,
      sealed bytea NOT NULL
    );
    CREATE INDEX sessions_by_start ON sessions (started_ms, id);
    CREATE INDEX sessions_by_agent ON sessions (agent_id, started_ms, id)
      INCLUDE (redactions, added_ms);
    CREATE INDEX sessions_by_status ON sessions (status, started_ms, id);
    CREATE INDEX sessions_by_agent_status ON sessions (agent_id, status, started_ms, id);
    CREATE INDEX sessions_open ON sessions (started_ms, id) WHERE NOT ended;
    CREATE INDEX sessions_by_fold ON sessions (folded_seq);

    CREATE TABLE call_keys (
      session_id text COLLATE "C" PRIMARY KEY,
      call_key text NOT NULL
    );
    `,
  ],
};

/** The filters that change the SQL of `listStatement`; the others are values. */
type Filter = Pick<SessionQuery, 'agentId' | 'status' | 'open'>;

/**
 * Sessions newest first. Every bound is always present, and only conditions that need another index
 * change the SQL, so that there are few statements and each reads one index in order.
 */
export function listStatement<Row>({ agentId, status, open }: Filter) {
  const optional = [
    ...(agentId === undefined ? [] : ['agent_id']),
    ...(status === undefined ? [] : ['status']),
  ];
  const conditions = [
    'started_ms >= $1',
    '(started_ms, id) < ($2, $3)',
    'redactions >= $4',
    ...optional.map((column, at) => `${column} = $${at + 6}`),
    ...(open === undefined ? [] : ['NOT ended']),
  ];
  return statement<readonly Value[], Row>(
    `SELECT id, sealed FROM sessions WHERE ${conditions.join(' AND ')}
     ORDER BY started_ms DESC, id DESC LIMIT $5`,
  );
}

const statements = new Map<string, Statement<readonly Value[], unknown>>();

/** The stored rows of a list. */
export function listSessions<Row>(connection: Connection, query: SessionQuery) {
  const { agentId, status, open, since, after, minRedactions, limit } = query;
  const form = [agentId === undefined, status === undefined, open === undefined].join();
  const list = statements.get(form) ?? listStatement<Row>(query);
  statements.set(form, list);
  return connection.rows(list as Statement<readonly Value[], Row>, [
    since === undefined ? 0 : Date.parse(since),
    after === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(after.startedAt),
    after?.id ?? '',
    minRedactions ?? 0,
    limit,
    ...(agentId === undefined ? [] : [agentId]),
    ...(status === undefined ? [] : [status]),
  ]);
}

interface SealedSession {
  readonly id: SessionId;
  readonly sealed: Uint8Array;
}

interface StoredSession extends SealedSession {
  readonly foldedSeq: number;
  readonly addedMs: unknown;
}

const within = 'agent_id = $1 AND started_ms >= $2 AND started_ms < $3';
type Window = [agentId: string, fromMs: number, beforeMs: number];

export const callsSql = {
  // Ignores a row from an earlier journal position, which a slower replica may still write.
  record: statement<
    [
      ids: readonly string[],
      agentIds: readonly string[],
      startedMs: readonly number[],
      statuses: readonly string[],
      redactions: readonly number[],
      endings: readonly string[],
      foldedSeqs: readonly number[],
      addedMs: readonly string[],
      sealed: readonly Uint8Array[],
    ]
  >(
    `WITH given AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[],
                            $6::boolean[], $7::bigint[], $8::jsonb[], $9::bytea[])
         AS row (id, agent_id, started_ms, status, redactions, ended, folded_seq, added_ms, sealed)
     ), dropped AS (
       DELETE FROM call_keys WHERE session_id IN (SELECT id FROM given WHERE ended)
     )
     INSERT INTO sessions
       (id, agent_id, started_ms, status, redactions, ended, folded_seq, added_ms, sealed)
     SELECT * FROM given ORDER BY id
     ON CONFLICT (id) DO UPDATE SET
       agent_id = excluded.agent_id, started_ms = excluded.started_ms, status = excluded.status,
       redactions = excluded.redactions, ended = excluded.ended, folded_seq = excluded.folded_seq,
       added_ms = excluded.added_ms, sealed = excluded.sealed
     WHERE sessions.folded_seq <= excluded.folded_seq`,
  ),
  get: statement<[id: string], StoredSession>(
    `SELECT id, sealed, folded_seq AS "foldedSeq", added_ms AS "addedMs"
     FROM sessions WHERE id = $1`,
  ),
  keepKey: statement<[id: string, callKey: string]>(
    `INSERT INTO call_keys (session_id, call_key) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET call_key = excluded.call_key`,
  ),
  keyOf: statement<[id: string], { readonly callKey: string }>(
    'SELECT call_key AS "callKey" FROM call_keys WHERE session_id = $1',
  ),
  sums: statement<Window, { readonly sessions: number; readonly redactions: number }>(
    `SELECT count(*) AS sessions, coalesce(sum(redactions), 0)::bigint AS redactions
     FROM sessions WHERE ${within}`,
  ),
  latencies: statement<Window, { readonly ms: string; readonly replies: number }>(
    `SELECT bucket.key AS ms, sum(bucket.value::bigint)::bigint AS replies
     FROM sessions, jsonb_each_text(added_ms) AS bucket WHERE ${within} GROUP BY bucket.key`,
  ),
  count: statement<[agentId: string, fromMs: number], { readonly count: number }>(
    'SELECT count(*) FROM sessions WHERE agent_id = $1 AND started_ms >= $2',
  ),
  foldedSeq: statement<[], { readonly seq: number | null }>(
    'SELECT max(folded_seq) AS seq FROM sessions',
  ),
  erase: statement<[ids: readonly string[]]>(
    `WITH dropped AS (DELETE FROM call_keys WHERE session_id = ANY ($1))
     DELETE FROM sessions WHERE id = ANY ($1)`,
  ),
};

/** Session summaries in PostgreSQL, sealed because they name agents; and their removal (design D27). */
export function postgresSummaries(
  connection: Connection,
  cipher: ColumnCipher,
): { readonly summaries: SessionSummaries; readonly erasure: SessionErasure } {
  const opened = ({ id, sealed }: SealedSession): SessionSummary =>
    parseSummary(cipher.open(cellOf(id), sealed));

  const summaries: SessionSummaries = {
    record: async (given) => {
      const rows = lastOfEach(given);
      if (rows.length === 0) return;
      const summaries = rows.map(({ summary }) => summary);
      await connection.changes(callsSql.record, [
        summaries.map(({ id }) => id),
        summaries.map(({ agentId }) => agentId),
        summaries.map(({ startedAt }) => Date.parse(startedAt)),
        summaries.map(({ status }) => status),
        summaries.map(({ redactionCount }) => redactionCount),
        summaries.map(({ ended }) => String(ended)),
        rows.map(({ foldedSeq }) => foldedSeq),
        rows.map(({ addedMs }) => JSON.stringify(addedMs)),
        summaries.map((summary) => cipher.seal(cellOf(summary.id), JSON.stringify(summary))),
      ]);
    },
    get: async (id) => {
      const row = await connection.row(callsSql.get, [id]);
      if (row === undefined) return undefined;
      const { foldedSeq, addedMs } = row;
      return { summary: opened(row), foldedSeq, addedMs: storedCounts.parse(addedMs) };
    },
    keepKey: async (id, callKey) => {
      await connection.changes(callsSql.keepKey, [id, callKey]);
    },
    keyOf: async (id) => (await connection.row(callsSql.keyOf, [id]))?.callKey ?? '',
    list: async (query: SessionQuery) =>
      (await listSessions<SealedSession>(connection, query)).map(opened),
    totals: async (agentId, since, until) => {
      const window: Window = [agentId, Date.parse(since), msOf(until)];
      const [sums, latencies] = await Promise.all([
        connection.row(callsSql.sums, window),
        connection.rows(callsSql.latencies, window),
      ]);
      const { sessions = 0, redactions = 0 } = sums ?? {};
      const addedMs = Object.fromEntries(latencies.map(({ ms, replies }) => [ms, replies]));
      return { sessions, redactions, addedMs };
    },
    count: async (agentId, since) =>
      (await connection.row(callsSql.count, [agentId, Date.parse(since)]))?.count ?? 0,
    foldedSeq: async () => (await connection.row(callsSql.foldedSeq, []))?.seq ?? -1,
  };
  return {
    summaries,
    erasure: {
      erase: async (sessions) => {
        await connection.changes(callsSql.erase, [sessions]);
      },
    },
  };
}

function cellOf(id: SessionId): CellAddress {
  return ['sessions', 'sealed', id];
}

function msOf(until: string | undefined): number {
  return until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
}

/** The last row of each session. */
function lastOfEach(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...new Map(rows.map((row) => [row.summary.id, row])).values()];
}
