import type Database from 'better-sqlite3-multiple-ciphers';
import type { AgentId, SessionId } from '../../../domain/ids.ts';
import type { CallWords } from '../../../ports/call-words.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type {
  AgentCounts,
  CallTotals,
  SearchKey,
  SessionFilter,
  SessionQuery,
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
  type Conditions,
  conditionsOf,
  type FilterDialect,
  type FilterValue,
  type StoreFilter,
  type StoreQuery,
} from '../../system/session-filter.ts';
import type { Local } from '../engine/writer.ts';
import { callWordsInOrder, callWordsTables, hasWords, wordsQuery } from './call-words.ts';

/**
 * `calls.db`: one row per session, with the whole summary and the columns that lists filter by. The
 * index by agent also holds the columns that statistics add up, so that they need not read the rows,
 * which are far apart in an encrypted file.
 */
export const callsMigrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    agent_id TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    status TEXT NOT NULL,
    redactions INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    call_key TEXT NOT NULL,
    folded_seq INTEGER NOT NULL,
    summary TEXT NOT NULL,
    added_ms TEXT NOT NULL
  ) STRICT;

  CREATE INDEX sessions_by_start ON sessions (started_ms, id);
  CREATE INDEX sessions_by_agent ON sessions (agent_id, started_ms, id, redactions, added_ms);
  CREATE INDEX sessions_by_call_key ON sessions (agent_id, call_key, started_ms, id)
    WHERE call_key <> '';
  CREATE INDEX sessions_open ON sessions (started_ms, id) WHERE ended = 0;
  CREATE INDEX sessions_by_fold ON sessions (folded_seq);
  `,
  // Each index holds the columns that its lists filter by, so that a list reads only the rows it shows.
  `
  DROP INDEX sessions_by_start;
  CREATE INDEX sessions_by_start ON sessions (started_ms, id, redactions);
  CREATE INDEX sessions_by_status ON sessions (status, started_ms, id, redactions);
  CREATE INDEX sessions_by_agent_status ON sessions (agent_id, status, started_ms, id, redactions);
  `,
  // A call key is stored before the first summary and deleted when the call has ended.
  `
  CREATE TABLE call_keys (
    session_id TEXT NOT NULL PRIMARY KEY,
    call_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO call_keys SELECT id, call_key FROM sessions WHERE call_key <> '' AND ended = 0;
  DROP INDEX sessions_by_call_key;
  ALTER TABLE sessions DROP COLUMN call_key;
  `,
  // For searches: one index with all columns that they filter and sort by, so that each reads the index alone.
  `
  ALTER TABLE sessions ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN kinds TEXT NOT NULL DEFAULT ' ';
  UPDATE sessions SET
    duration_ms = summary ->> '$.durationMs',
    turns = summary ->> '$.turnCount',
    kinds = ' ' || coalesce((SELECT group_concat(key || ' ', '')
                             FROM json_each(summary, '$.redactionsByKind')), '');
  CREATE INDEX sessions_search ON sessions
    (started_ms, id, agent_id, status, ended, redactions, duration_ms, turns, kinds);
  `,
  // Summaries of older versions say nothing of their exposure.
  `
  ALTER TABLE sessions ADD COLUMN exposure TEXT NOT NULL DEFAULT 'not_recorded';
  DROP INDEX sessions_search;
  CREATE INDEX sessions_search ON sessions
    (started_ms, id, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposure);
  `,
  // For overviews: what sums add up, and an index that shows which steps of time have changed.
  `
  ALTER TABLE sessions ADD COLUMN counts TEXT NOT NULL DEFAULT '{}';
  UPDATE sessions SET counts = (
    SELECT json_group_object(name, count) FROM (
      SELECT 'status ' || status AS name, 1 AS count
      UNION ALL SELECT 'exposure ' || exposure, 1
      UNION ALL SELECT 'kind ' || key, value FROM json_each(summary, '$.redactionsByKind')
      UNION ALL SELECT 'language ' || value, 1 FROM json_each(summary, '$.exposure.languages')
      UNION ALL SELECT 'names_not_checked call', 1
        WHERE summary ->> '$.exposure.requests_without_names' > 0
      UNION ALL SELECT 'ms ' || key, value FROM json_each(added_ms)));
  DROP INDEX sessions_by_start;
  CREATE INDEX sessions_by_start ON sessions (started_ms, id, redactions, folded_seq);
  `,
  // By which values, and by which id of the platform, a session can be found (decision 0108).
  `
  CREATE TABLE search_key (
    session_id TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (session_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX search_key_by_key ON search_key (key, session_id);
  CREATE TABLE searchable (since TEXT NOT NULL) STRICT;
  INSERT INTO searchable VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
  `,
  // All outcomes of a call, worst first (decision 0163), and its values. A row of an older version has one outcome.
  `
  DROP INDEX sessions_search;
  ALTER TABLE sessions RENAME COLUMN exposure TO exposures;
  WITH counted AS (
    SELECT id,
      coalesce(summary ->> '$.exposure.requests', 0) > 0 AS ran,
      iif(summary ->> '$.exposure.requests_reported' > 0, 'may_have_been_sent ', '')
      || iif(coalesce(summary -> '$.exposure.in_clear_by_kind', '{}') <> '{}', 'by_policy ', '')
      || iif(summary ->> '$.exposure.unreadable' > 0, 'unreadable ', '')
      || iif(coalesce(summary ->> '$.exposure.requests_not_recorded', 1) > 0, 'not_recorded ', '')
      || iif(summary ->> '$.exposure.requests_blocked' > 0, 'stopped ', '') AS found
    FROM sessions
  ), worded AS (
    SELECT id, iif(found <> '', found, iif(ran, 'nothing_found ', 'not_run ')) AS words
    FROM counted
  )
  UPDATE sessions SET
    exposures = ' ' || words,
    counts = (
      SELECT json_group_object(key, value) FROM (
        SELECT key, value FROM json_each(counts) WHERE key NOT LIKE 'exposure %'
        UNION ALL SELECT 'exposure ' || substr(words, 1, instr(words, ' ') - 1), 1
        UNION ALL SELECT 'value ' || key, value FROM json_each(summary, '$.valuesByKind')
        UNION ALL SELECT 'with ' || value, 1
          FROM json_each('["' || replace(trim(words), ' ', '","') || '"]')))
  FROM worded WHERE worded.id = sessions.id;
  CREATE INDEX sessions_search ON sessions
    (started_ms, id, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposures);
  `,
  // The placeholder of a value keeps its number over a restart (decision 0187).
  `
  ALTER TABLE search_key ADD COLUMN placeholder TEXT NOT NULL DEFAULT '';
  `,
  callWordsTables,
  // Whether a person reviewed the call (decision 0175).
  `
  ALTER TABLE sessions ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0;
  DROP INDEX sessions_search;
  CREATE INDEX sessions_search ON sessions
    (started_ms, id, agent_id, status, ended, redactions, duration_ms, turns, kinds, exposures, word_no,
     reviewed);
  `,
  callWordsInOrder,
];

/** Removes the summaries of sessions whose records are pruned (design D27), and their words, in the thread of `calls.db`. */
export function sessionErasureMethods(
  db: Database.Database,
  words: Pick<Local<Omit<CallWords, 'inOrder'>>, 'renew'>,
): Local<SessionErasure> {
  const eraseSession = db.prepare<[SessionId]>('DELETE FROM sessions WHERE id = ?');
  const dropKey = db.prepare<[SessionId]>(callsSql.dropKey);
  const dropSearchKeys = db.prepare<[SessionId]>('DELETE FROM search_key WHERE session_id = ?');
  return {
    erase: (ids) => {
      words.renew(ids);
      for (const id of ids) {
        eraseSession.run(id);
        dropKey.run(id);
        dropSearchKeys.run(id);
      }
    },
  };
}

const columns = 'folded_seq, summary, added_ms';

export const callsSql = {
  // An update leaves alone the indexes whose columns stay as they are.
  record: `INSERT INTO sessions
             (id, agent_id, started_ms, status, redactions, ended, duration_ms, turns, kinds, exposures,
              counts, reviewed, ${columns})
           VALUES (:id, :agent_id, :started_ms, :status, :redactions, :ended, :duration_ms, :turns,
                   :kinds, :exposures, :counts, :reviewed, :folded_seq, :summary, :added_ms)
           ON CONFLICT (id) DO UPDATE SET
             status = excluded.status, redactions = excluded.redactions, ended = excluded.ended,
             duration_ms = excluded.duration_ms, turns = excluded.turns, kinds = excluded.kinds,
             exposures = excluded.exposures, counts = excluded.counts, reviewed = excluded.reviewed,
             folded_seq = excluded.folded_seq,
             summary = excluded.summary, added_ms = excluded.added_ms`,
  get: `SELECT ${columns} FROM sessions WHERE id = ?`,
  keepKey: 'INSERT OR REPLACE INTO call_keys (session_id, call_key) VALUES (?, ?)',
  keyOf: 'SELECT call_key FROM call_keys WHERE session_id = ?',
  dropKey: 'DELETE FROM call_keys WHERE session_id = ?',
  addSearchKey: `INSERT INTO search_key (session_id, key, placeholder) VALUES (?, ?, ?)
                 ON CONFLICT DO UPDATE SET placeholder = excluded.placeholder WHERE placeholder = ''`,
  numberedKeys: `SELECT key, placeholder FROM search_key
                 WHERE session_id = ? AND placeholder <> ''`,
  sums: `SELECT count(*) AS sessions, coalesce(sum(redactions), 0) AS redactions FROM sessions
         WHERE agent_id = ? AND started_ms >= ? AND started_ms < ?`,
  latencies: `SELECT bucket.key AS ms, sum(bucket.value) AS replies
              FROM sessions, json_each(added_ms) AS bucket
              WHERE agent_id = ? AND started_ms >= ? AND started_ms < ? GROUP BY bucket.key`,
  foldedSeq: 'SELECT max(folded_seq) FROM sessions',
  // One search of the index for each step: a GROUP BY would sort all rows.
  steps: `WITH RECURSIVE step (start_ms) AS (
            SELECT :fromMs UNION ALL
            SELECT start_ms + :stepMs FROM step WHERE start_ms + :stepMs < :untilMs)
          SELECT start_ms AS startMs, (
            SELECT count(*) || ' ' || sum(folded_seq) FROM sessions INDEXED BY sessions_by_start
            WHERE started_ms >= start_ms AND started_ms < start_ms + :stepMs) AS stamp
          FROM step`,
  rangeSums: `SELECT agent_id, counted.key AS name, sum(counted.value) AS count
              FROM sessions INDEXED BY sessions_by_start, json_each(counts) AS counted
              WHERE started_ms >= :fromMs AND started_ms < :untilMs GROUP BY agent_id, name`,
  list: listSql,
  count: countSql,
};

/**
 * Sessions in order. The SQL names the index, because without statistics SQLite assumes as few agents as statuses.
 */
function listSql(query: Omit<StoreQuery, 'limit'>): string {
  const { order = 'start', ascending = false } = query;
  const column = orderColumns[order];
  const direction = ascending ? 'ASC' : 'DESC';
  const conditions = [
    ...listed(query).sql,
    `(${column}, id) ${ascending ? '>' : '<'} (:after, :afterId)`,
  ];
  const page = (columns: string) => `SELECT ${columns} FROM sessions INDEXED BY ${indexOf(query)}
          WHERE ${conditions.join(' AND ')}
          ORDER BY ${column} ${direction}, id ${direction} LIMIT :limit`;
  // What must be sorted is sorted by the index alone: to sort summaries, SQLite would read each of them.
  return order === 'start'
    ? page('summary')
    : `SELECT (SELECT summary FROM sessions WHERE id = page.id) FROM (${page('id')}) AS page`;
}

function countSql(filter: StoreFilter): string {
  return `SELECT count(*) FROM sessions INDEXED BY ${indexOf(filter)}
          WHERE ${conditionsOf(filter, dialect).sql.join(' AND ')}`;
}

const dialect: FilterDialect = {
  placeholder: (name) => `:${name}`,
  find: 'instr',
  isKey: (keys) => `key IN (SELECT value FROM json_each(${keys}))`,
  hasWords,
  isOpen: 'ended = 0',
  isOver: 'ended = 1',
  isReviewed: 'reviewed = 1',
  isNotReviewed: 'reviewed = 0',
};

/** In a list from the newest start, the place of a page ends the search, so that it begins there. */
function endsByPlace({ order = 'start', ascending = false }: Omit<StoreQuery, 'limit'>): boolean {
  return order === 'start' && !ascending;
}

/** The conditions of a list, but for that on the place of its page. */
function listed(query: Omit<StoreQuery, 'limit'>): Conditions {
  const { until, ...filter } = query;
  return conditionsOf(endsByPlace(query) ? filter : query, dialect);
}

/** The index of ids, which SQLite makes for the primary key. */
const byId = 'sqlite_autoindex_sessions_1';

function indexOf(query: Omit<StoreQuery, 'limit'>): string {
  const { agentId, status, open, searchKeys } = query;
  if (searchKeys !== undefined) return byId;
  if (isSearch(query)) return 'sessions_search';
  if (open === true) return 'sessions_open';
  if (agentId === undefined)
    return status === undefined ? 'sessions_by_start' : 'sessions_by_status';
  return status === undefined ? 'sessions_by_agent' : 'sessions_by_agent_status';
}

interface AgentCount {
  readonly agent_id: AgentId;
  readonly name: string;
  readonly count: number;
}

/** Rows that are ordered by agent, as one map for each agent. */
function byAgent(rows: readonly AgentCount[]): readonly AgentCounts[] {
  const agents = new Map<AgentId, Record<string, number>>();
  for (const { agent_id: id, name, count } of rows) {
    const counts = agents.get(id) ?? {};
    counts[name] = count;
    agents.set(id, counts);
  }
  return [...agents].map(([agentId, counts]) => ({ agentId, counts }));
}

/** A session as its row has it: summary and counts are JSON. */
export interface StoredSession {
  readonly folded_seq: number;
  readonly summary: string;
  readonly added_ms: string;
}

/** Session summaries as they are stored: their reader parses them (see `stored-calls.ts`). */
export type StoredSummaries = Omit<Local<SessionSummaries>, 'get' | 'list'> & {
  get(id: SessionId): StoredSession | undefined;
  list(query: SessionQuery): readonly string[];
};

/** Session summaries, in the thread that owns the database. */
export function callsMethods(db: Database.Database): StoredSummaries {
  const record = db.prepare<[object]>(callsSql.record);
  const get = db.prepare<[SessionId], StoredSession>(callsSql.get);
  const keepKey = db.prepare<[SessionId, string]>(callsSql.keepKey);
  const keyOf = db.prepare<[SessionId], string>(callsSql.keyOf).pluck();
  const dropKey = db.prepare<[SessionId]>(callsSql.dropKey);
  const sums = db.prepare<[AgentId, number, number], Omit<CallTotals, 'addedMs'>>(callsSql.sums);
  const latencies = db.prepare<[AgentId, number, number], { ms: string; replies: number }>(
    callsSql.latencies,
  );
  const steps = db.prepare<[object], { startMs: number; stamp: string | null }>(callsSql.steps);
  const rangeSums = db.prepare<[object], AgentCount>(callsSql.rangeSums);
  const foldedSeq = db.prepare<[], number | null>(callsSql.foldedSeq).pluck();
  const addSearchKey = db.prepare<[SessionId, string, string]>(callsSql.addSearchKey);
  const numberedKeys = db.prepare<[SessionId], SearchKey>(callsSql.numberedKeys);
  const searchableSince = db.prepare<[], string>('SELECT since FROM searchable').pluck();
  const prepared = new Map<string, Database.Statement<[object]>>();

  const statement = <Value>(sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<[object]>(sql).pluck();
    prepared.set(sql, known);
    return known as Database.Statement<[object], Value>;
  };

  return {
    record: (rows) => {
      for (const row of rows) {
        const { ended, reviewed, ...columns } = sessionColumns(row);
        record.run({ ...columns, ended: Number(ended), reviewed: Number(reviewed) });
        if (ended) dropKey.run(columns.id);
      }
    },
    get: (id) => get.get(id),
    keepKey: (id, callKey) => void keepKey.run(id, callKey),
    keyOf: (id) => keyOf.get(id) ?? '',
    addSearchKeys: (rows) => {
      for (const { id, keys } of rows)
        for (const { key, placeholder } of keys) addSearchKey.run(id, key, placeholder);
    },
    numberedKeys: (id) => numberedKeys.all(id),
    searchableSince: () => searchableSince.get() ?? '',
    list: (query) => {
      const asked = withWordsQuery(query);
      return statement<string>(listSql(asked)).all(pageBindings(asked));
    },
    totals: (agentId, since, until) => {
      const start = Date.parse(since);
      const end = untilMs(until);
      return callTotals(sums.get(agentId, start, end), latencies.all(agentId, start, end));
    },
    count: (filter) => {
      const asked = withWordsQuery(filter);
      return statement<number>(countSql(asked)).get(bindings(conditionsOf(asked, dialect))) ?? 0;
    },
    steps: (range, stepMs) =>
      steps
        .all({ ...range, stepMs })
        .flatMap(({ startMs, stamp }) => (stamp === null ? [] : [{ startMs, stamp }])),
    sums: (range) => byAgent(rangeSums.all(range)),
    foldedSeq: () => foldedSeq.get() ?? -1,
  };
}

/** A filter with its words as `said` is asked for them. */
function withWordsQuery<Q extends SessionFilter>({ words, ...filter }: Q) {
  return words === undefined ? filter : { ...filter, words: wordsQuery(words) };
}

/** The values of conditions as SQLite gets them. */
function bindings({ values }: Conditions): object {
  return Object.fromEntries(values.map(([name, value]) => [name, bindingOf(value)]));
}

function bindingOf(value: FilterValue): string | number {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function pageBindings(query: StoreQuery): object {
  const { until, limit, ascending } = query;
  const { after = { value: ascending ? -1 : Number.MAX_SAFE_INTEGER, id: '' } } = query;
  const end = { value: untilMs(until), id: '' };
  const { value, id } = endsByPlace(query) && end.value <= after.value ? end : after;
  return { ...bindings(listed(query)), after: value, afterId: id, limit };
}
