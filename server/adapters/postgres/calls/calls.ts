import type { SessionId } from '../../../domain/ids.ts';
import type { SessionSummary } from '../../../domain/session.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type {
  AgentCounts,
  SearchKey,
  SessionFilter,
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../../ports/session-summaries.ts';
import {
  callTotals,
  isSearch,
  orderColumns,
  sessionColumns,
  untilMs,
} from '../../system/session-columns.ts';
import {
  conditionsOf,
  type FilterDialect,
  type StoreFilter,
  type StoreQuery,
} from '../../system/session-filter.ts';
import { parseSummary, storedCounts } from '../../system/stored-session.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import type { MigrationGroup } from '../engine/migrations.ts';
import { type Statement, statement, type Value } from '../engine/statement.ts';
import { callWordsTables, callWordsUnmeasured, hasWords } from './call-words.ts';

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
    // For searches. What is sealed only the service can read, so its next start folds all records again.
    `
    ALTER TABLE sessions ADD COLUMN duration_ms bigint NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN turns bigint NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN kinds text COLLATE "C" NOT NULL DEFAULT ' ';
    UPDATE sessions SET folded_seq = -1;
    CREATE UNIQUE INDEX sessions_search ON sessions (id)
      INCLUDE (started_ms, agent_id, status, ended, redactions, duration_ms, turns, kinds);
    `,
    // The place of an outcome in a list. Summaries of older versions say nothing of it.
    `
    ALTER TABLE sessions ADD COLUMN exposure smallint NOT NULL DEFAULT 3;
    DROP INDEX sessions_search;
    CREATE UNIQUE INDEX sessions_search ON sessions (id)
      INCLUDE (started_ms, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposure);
    `,
    // For overviews: what sums add up, which the next start folds again.
    `
    ALTER TABLE sessions ADD COLUMN counts jsonb NOT NULL DEFAULT '{}';
    UPDATE sessions SET folded_seq = -1;
    `,
    // By which values, and by which id of the platform, a session can be found (decision 0108).
    `
    CREATE TABLE search_key (
      session_id text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      PRIMARY KEY (session_id, key)
    );
    CREATE INDEX search_key_by_key ON search_key (key, session_id);
    CREATE TABLE searchable (since text NOT NULL);
    INSERT INTO searchable
      VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    `,
    // All outcomes of a call, in words (decision 0163), which the next start folds again.
    `
    ALTER TABLE sessions DROP COLUMN exposure;
    ALTER TABLE sessions ADD COLUMN exposures text COLLATE "C" NOT NULL DEFAULT ' not_recorded ';
    UPDATE sessions SET folded_seq = -1;
    CREATE UNIQUE INDEX sessions_search ON sessions (id)
      INCLUDE (started_ms, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposures);
    `,
    // The placeholder of a value keeps its number over a restart (decision 0187).
    `
    ALTER TABLE search_key ADD COLUMN placeholder text COLLATE "C" NOT NULL DEFAULT '';
    `,
    callWordsTables,
    // Whether a person reviewed the call (decision 0175).
    `
    ALTER TABLE sessions ADD COLUMN reviewed boolean NOT NULL DEFAULT false;
    DROP INDEX sessions_search;
    CREATE UNIQUE INDEX sessions_search ON sessions (id)
      INCLUDE (started_ms, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposures,
               reviewed);
    `,
    callWordsUnmeasured,
  ],
};

const dialect: FilterDialect = {
  placeholder: (_name, index) => `$${index + 1}`,
  find: 'strpos',
  isKey: (keys) => `key = ANY (${keys})`,
  hasWords,
  isOpen: 'NOT ended',
  isOver: 'ended',
  isReviewed: 'reviewed',
  isNotReviewed: 'NOT reviewed',
};

function matching(filter: StoreFilter): { sql: readonly string[]; values: readonly Value[] } {
  const { sql, values } = conditionsOf(filter, dialect);
  return { sql, values: values.map(([, value]) => value) };
}

/** The SQL of a list, and its values. */
export function listSql(query: StoreQuery): { readonly text: string; readonly values: Value[] } {
  const { order = 'start', ascending = false, after, limit } = query;
  const { sql, values } = matching(query);
  const column = orderColumns[order];
  const [direction, beyond] = ascending ? ['ASC', '>'] : ['DESC', '<'];
  const [value, id, rows] = [1, 2, 3].map((at) => `$${values.length + at}`);
  const conditions = [...sql, `(${column}, id) ${beyond} (${value}, ${id})`].join(' AND ');
  const ordered = `ORDER BY ${column} ${direction}, id ${direction}`;
  const page = `FROM sessions WHERE ${conditions} ${ordered} LIMIT ${rows}`;
  return {
    text: isSearch(query)
      ? `SELECT id, sealed FROM (SELECT id, ${column} ${page}) AS page
           JOIN sessions USING (id, ${column}) ${ordered}`
      : `SELECT id, sealed ${page}`,
    values: [
      ...values,
      after?.value ?? (ascending ? -1 : Number.MAX_SAFE_INTEGER),
      after?.id ?? '',
      limit,
    ],
  };
}

const statements = new Map<string, Statement<readonly Value[], unknown>>();

function prepared<Row>(text: string): Statement<readonly Value[], Row> {
  const known = statements.get(text) ?? statement<readonly Value[], Row>(text);
  statements.set(text, known);
  return known as Statement<readonly Value[], Row>;
}

/** The stored rows of a list. */
export function listSessions<Row>(connection: Connection, query: StoreQuery) {
  const { text, values } = listSql(query);
  return connection.rows(prepared<Row>(text), values);
}

async function countSessions(connection: Connection, filter: StoreFilter): Promise<number> {
  const { sql, values } = matching(filter);
  const text = `SELECT count(*) FROM sessions WHERE ${sql.join(' AND ')}`;
  const row = await connection.row(prepared<{ readonly count: number }>(text), values);
  return row?.count ?? 0;
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
type Range = [fromMs: number, untilMs: number];
type Window = [agentId: string, fromMs: number, beforeMs: number];

/** What `record` writes. */
const columns = {
  id: 'text',
  agent_id: 'text',
  started_ms: 'bigint',
  status: 'text',
  redactions: 'bigint',
  ended: 'boolean',
  folded_seq: 'bigint',
  added_ms: 'jsonb',
  sealed: 'bytea',
  duration_ms: 'bigint',
  turns: 'bigint',
  kinds: 'text',
  exposures: 'text',
  counts: 'jsonb',
  reviewed: 'boolean',
};
const names = Object.keys(columns) as (keyof typeof columns)[];

export const callsSql = {
  // Ignores a row from an earlier journal position, which a slower replica may still write.
  record: statement<readonly Value[]>(
    `WITH given AS (
       SELECT * FROM unnest(${names.map((name, at) => `$${at + 1}::${columns[name]}[]`).join(', ')})
         AS row (${names.join(', ')})
     ), dropped AS (
       DELETE FROM call_keys WHERE session_id IN (SELECT id FROM given WHERE ended)
     )
     INSERT INTO sessions (${names.join(', ')})
     SELECT * FROM given ORDER BY id
     ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
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
  steps: statement<[...Range, stepMs: number], { readonly step: number; readonly stamp: string }>(
    `SELECT started_ms / $3::bigint AS step, count(*) || ' ' || sum(folded_seq) AS stamp
     FROM sessions WHERE started_ms >= $1 AND started_ms < $2 GROUP BY step ORDER BY step`,
  ),
  rangeSums: statement<Range, AgentCounts>(
    `SELECT agent_id AS "agentId", jsonb_object_agg(name, count) AS counts
     FROM (SELECT agent_id, counted.key AS name, sum(counted.value::bigint)::bigint AS count
           FROM sessions, jsonb_each_text(counts) AS counted
           WHERE started_ms >= $1 AND started_ms < $2 GROUP BY agent_id, name) AS sums
     GROUP BY agent_id`,
  ),
  foldedSeq: statement<[], { readonly seq: number | null }>(
    'SELECT max(folded_seq) AS seq FROM sessions',
  ),
  erase: statement<[ids: readonly string[]]>(
    `WITH dropped AS (DELETE FROM call_keys WHERE session_id = ANY ($1)),
       unfindable AS (DELETE FROM search_key WHERE session_id = ANY ($1))
     DELETE FROM sessions WHERE id = ANY ($1)`,
  ),
  addSearchKeys: statement<
    [ids: readonly string[], keys: readonly string[], placeholders: readonly string[]]
  >(
    `INSERT INTO search_key AS kept (session_id, key, placeholder)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS row (session_id, key, placeholder)
     ORDER BY session_id, key
     ON CONFLICT (session_id, key) DO UPDATE SET placeholder = excluded.placeholder
       WHERE kept.placeholder = '' AND excluded.placeholder <> ''`,
  ),
  numberedKeys: statement<[id: SessionId], SearchKey>(
    `SELECT key, placeholder FROM search_key WHERE session_id = $1 AND placeholder <> ''`,
  ),
  searchableSince: statement<[], { readonly since: string }>('SELECT since FROM searchable'),
};

/** Session summaries in PostgreSQL, sealed because they name agents, and their removal (design D27). */
export function postgresSummaries(
  connection: Connection,
  cipher: ColumnCipher,
  hashOf: (word: string) => string,
): {
  readonly summaries: SessionSummaries;
  readonly erasure: SessionErasure;
} {
  const hashed = <Q extends SessionFilter>({ words, ...filter }: Q) =>
    words === undefined
      ? filter
      : { ...filter, words: words.flatMap((sought) => sought.words.map(hashOf)) };
  const opened = ({ id, sealed }: SealedSession): SessionSummary =>
    parseSummary(cipher.open(cellOf(id), sealed));

  const summaries: SessionSummaries = {
    record: async (given) => {
      const rows = lastOfEach(given).map((row) => {
        const { summary, ended, reviewed, ...rest } = sessionColumns(row);
        return {
          ...rest,
          ended: String(ended),
          reviewed: String(reviewed),
          sealed: cipher.seal(cellOf(rest.id), summary),
        };
      });
      if (rows.length === 0) return;
      await connection.changes(
        callsSql.record,
        names.map((name) => rows.map((row) => row[name])),
      );
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
    addSearchKeys: async (rows) => {
      const keys = rows.flatMap((row) => row.keys);
      await connection.changes(callsSql.addSearchKeys, [
        rows.flatMap((row) => row.keys.map(() => row.id)),
        keys.map(({ key }) => key),
        keys.map(({ placeholder }) => placeholder),
      ]);
    },
    numberedKeys: (id) => connection.rows(callsSql.numberedKeys, [id]),
    searchableSince: async () => (await connection.row(callsSql.searchableSince, []))?.since ?? '',
    list: async (query: SessionQuery) =>
      (await listSessions<SealedSession>(connection, hashed(query))).map(opened),
    totals: async (agentId, since, until) => {
      const window: Window = [agentId, Date.parse(since), untilMs(until)];
      const [sums, latencies] = await Promise.all([
        connection.row(callsSql.sums, window),
        connection.rows(callsSql.latencies, window),
      ]);
      return callTotals(sums, latencies);
    },
    count: (filter) => countSessions(connection, hashed(filter)),
    steps: async ({ fromMs, untilMs }, stepMs) =>
      (await connection.rows(callsSql.steps, [fromMs, untilMs, stepMs])).map(({ step, stamp }) => ({
        startMs: step * stepMs,
        stamp,
      })),
    sums: ({ fromMs, untilMs }) => connection.rows(callsSql.rangeSums, [fromMs, untilMs]),
    foldedSeq: async () => (await connection.row(callsSql.foldedSeq, []))?.seq ?? -1,
  };
  return { summaries, erasure: erasureOn(connection) };
}

function erasureOn(connection: Connection): SessionErasure {
  return {
    erase: async (sessions) => {
      await connection.changes(callsSql.erase, [sessions]);
    },
  };
}

function cellOf(id: SessionId): CellAddress {
  return ['sessions', 'sealed', id];
}

/** The last row of each session. */
function lastOfEach(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...new Map(rows.map((row) => [row.summary.id, row])).values()];
}
