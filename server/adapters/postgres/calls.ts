import { z } from 'zod';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import type { SessionSummary } from '../../domain/session.ts';
import type { SessionSummaries, SessionQuery, SessionRow } from '../../ports/calls.ts';
import type { SessionErasure } from '../../ports/retention.ts';
import { listSessions } from './calls-list.ts';
import type { ColumnCipher, CellAddress } from './column-cipher.ts';
import type { Connection } from './connection.ts';
import { statement } from './statement.ts';

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
  // A row of an earlier position in the journal, which another replica was slower to write, is old news.
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

const counts = z.record(z.string(), z.int());

const summarySchema = z.object({
  id: z.custom<SessionId>(),
  agentId: z.custom<AgentId>(),
  agentName: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  durationMs: z.int(),
  status: z.enum(['ok', 'error', 'partial']),
  redactionCount: z.int(),
  redactionsByKind: counts,
  upstreamModel: z.string(),
  turnCount: z.int(),
  ended: z.boolean(),
});

/** Session summaries in PostgreSQL, sealed because they name agents; and their removal (design D27). */
export function postgresCalls(
  connection: Connection,
  cipher: ColumnCipher,
): { readonly calls: SessionSummaries; readonly erasure: SessionErasure } {
  const opened = ({ id, sealed }: SealedSession): SessionSummary =>
    summarySchema.parse(JSON.parse(cipher.open(cellOf(id), sealed)));

  const calls: SessionSummaries = {
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
      return { summary: opened(row), foldedSeq, addedMs: counts.parse(addedMs) };
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
    calls,
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

/** Of rows of one session the last. */
function lastOfEach(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...new Map(rows.map((row) => [row.summary.id, row])).values()];
}
