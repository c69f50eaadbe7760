import type Database from 'better-sqlite3-multiple-ciphers';
import type { AgentId, SessionId } from '../../../domain/ids.ts';
import type { SessionErasure } from '../../../ports/retention.ts';
import type {
  CallTotals,
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../../ports/session-summaries.ts';
import { parseSummary, storedCounts } from '../../system/stored-session.ts';
import type { Local } from '../engine/writer.ts';

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
];

/** Removes the summaries of sessions whose records are pruned (design D27), in the thread of `calls.db`. */
export function sessionErasureMethods(db: Database.Database): Local<SessionErasure> {
  const eraseSession = db.prepare<[SessionId]>('DELETE FROM sessions WHERE id = ?');
  const dropKey = db.prepare<[SessionId]>(callsSql.dropKey);
  return {
    erase: (ids) => {
      for (const id of ids) {
        eraseSession.run(id);
        dropKey.run(id);
      }
    },
  };
}

const columns = 'folded_seq, summary, added_ms';

export const callsSql = {
  record: `INSERT OR REPLACE INTO sessions
             (id, agent_id, started_ms, status, redactions, ended, ${columns})
           VALUES (:id, :agent_id, :started_ms, :status, :redactions, :ended, :folded_seq,
                   :summary, :added_ms)`,
  get: `SELECT ${columns} FROM sessions WHERE id = ?`,
  keepKey: 'INSERT OR REPLACE INTO call_keys (session_id, call_key) VALUES (?, ?)',
  keyOf: 'SELECT call_key FROM call_keys WHERE session_id = ?',
  dropKey: 'DELETE FROM call_keys WHERE session_id = ?',
  sums: `SELECT count(*) AS sessions, coalesce(sum(redactions), 0) AS redactions FROM sessions
         WHERE agent_id = ? AND started_ms >= ? AND started_ms < ?`,
  latencies: `SELECT bucket.key AS ms, sum(bucket.value) AS replies
              FROM sessions, json_each(added_ms) AS bucket
              WHERE agent_id = ? AND started_ms >= ? AND started_ms < ? GROUP BY bucket.key`,
  count: 'SELECT count(*) FROM sessions WHERE agent_id = ? AND started_ms >= ?',
  foldedSeq: 'SELECT max(folded_seq) FROM sessions',
  list: listSql,
};

/**
 * Sessions newest first. Every bound is always present, so that each query searches an index; only
 * conditions that need another index change the SQL. The SQL names the index, because without
 * statistics SQLite assumes as few agents as statuses.
 */
function listSql(query: Omit<SessionQuery, 'limit'>): string {
  const { agentId, status, open } = query;
  const conditions = [
    'started_ms >= :since',
    '(started_ms, id) < (:afterMs, :afterId)',
    'redactions >= :minRedactions',
    ...(agentId === undefined ? [] : ['agent_id = :agentId']),
    ...(status === undefined ? [] : ['status = :status']),
    ...(open === undefined ? [] : ['ended = 0']),
  ];
  return `SELECT summary FROM sessions INDEXED BY ${listIndex(query)}
          WHERE ${conditions.join(' AND ')} ORDER BY started_ms DESC, id DESC LIMIT :limit`;
}

function listIndex({ agentId, status, open }: Omit<SessionQuery, 'limit'>): string {
  if (open === true) return 'sessions_open';
  if (agentId === undefined)
    return status === undefined ? 'sessions_by_start' : 'sessions_by_status';
  return status === undefined ? 'sessions_by_agent' : 'sessions_by_agent_status';
}

interface StoredSession {
  readonly folded_seq: number;
  readonly summary: string;
  readonly added_ms: string;
}

/** Session summaries, in the thread that owns the database. */
export function callsMethods(db: Database.Database): Local<SessionSummaries> {
  const record = db.prepare<[ReturnType<typeof toRow>]>(callsSql.record);
  const get = db.prepare<[SessionId], StoredSession>(callsSql.get);
  const keepKey = db.prepare<[SessionId, string]>(callsSql.keepKey);
  const keyOf = db.prepare<[SessionId], string>(callsSql.keyOf).pluck();
  const dropKey = db.prepare<[SessionId]>(callsSql.dropKey);
  const sums = db.prepare<[AgentId, number, number], Omit<CallTotals, 'addedMs'>>(callsSql.sums);
  const latencies = db.prepare<[AgentId, number, number], { ms: string; replies: number }>(
    callsSql.latencies,
  );
  const count = db.prepare<[AgentId, number], number>(callsSql.count).pluck();
  const foldedSeq = db.prepare<[], number | null>(callsSql.foldedSeq).pluck();
  const lists = new Map<string, Database.Statement<[object], string>>();

  const listStatement = (query: SessionQuery) => {
    const sql = listSql(query);
    const statement = lists.get(sql) ?? db.prepare<[object], string>(sql).pluck();
    lists.set(sql, statement);
    return statement;
  };

  return {
    record: (rows) => {
      for (const row of rows) {
        record.run(toRow(row));
        if (row.summary.ended) dropKey.run(row.summary.id);
      }
    },
    get: (id) => fromRow(get.get(id)),
    keepKey: (id, callKey) => void keepKey.run(id, callKey),
    keyOf: (id) => keyOf.get(id) ?? '',
    list: (query) => listStatement(query).all(bounds(query)).map(parseSummary),
    totals: (agentId, since, until) => {
      const start = Date.parse(since);
      const end = until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
      const buckets = latencies
        .all(agentId, start, end)
        .map(({ ms, replies }) => [ms, replies] as const);
      const { sessions = 0, redactions = 0 } = sums.get(agentId, start, end) ?? {};
      return { sessions, redactions, addedMs: Object.fromEntries(buckets) };
    },
    count: (agentId, since) => count.get(agentId, Date.parse(since)) ?? 0,
    foldedSeq: () => foldedSeq.get() ?? -1,
  };
}

function bounds(query: SessionQuery): object {
  return {
    since: query.since === undefined ? 0 : Date.parse(query.since),
    afterMs:
      query.after === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.after.startedAt),
    afterId: query.after?.id ?? '',
    minRedactions: query.minRedactions ?? 0,
    limit: query.limit,
    ...(query.agentId !== undefined && { agentId: query.agentId }),
    ...(query.status !== undefined && { status: query.status }),
  };
}

function toRow({ summary, foldedSeq, addedMs }: SessionRow) {
  return {
    id: summary.id,
    agent_id: summary.agentId,
    started_ms: Date.parse(summary.startedAt),
    status: summary.status,
    redactions: summary.redactionCount,
    ended: summary.ended ? 1 : 0,
    folded_seq: foldedSeq,
    summary: JSON.stringify(summary),
    added_ms: JSON.stringify(addedMs),
  };
}

function fromRow(row: StoredSession | undefined): SessionRow | undefined {
  return (
    row && {
      summary: parseSummary(row.summary),
      foldedSeq: row.folded_seq,
      addedMs: storedCounts.parse(JSON.parse(row.added_ms)),
    }
  );
}
