import type { SessionId } from '../../../domain/ids.ts';
import type { ClaimedCall, SharedCallStore } from '../../../ports/open-calls.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

interface EnteredRow {
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly fresh: boolean;
  readonly hungUp: boolean;
  readonly version: number;
  readonly memory: Uint8Array | null;
}

const claimed = `session_id AS "sessionId", agent_id AS "agentId", call_key AS "callKey",
  hung_up AS "hungUp"`;

const enteredBy = (call: string): string =>
  `SELECT session_id AS "sessionId", turns - $6 AS turn, starter = $1 AS fresh,
     hung_up AS "hungUp", version,
     CASE WHEN session_id <> $7 OR version <> $8 THEN memory END AS memory
   FROM ${call}
   WHERE $9::bigint IS NULL OR $9::bigint = (SELECT settings.version FROM settings)`;

type EnterValues = [
  request: string,
  replica: string,
  /** Name of the call, or of the conversation. */
  key: string,
  agentId: string,
  offered: string,
  turns: number,
  knownSession: string,
  knownVersion: number,
  settings: number | null,
  credential: string | null,
];

const openCallsSql = {
  enter: statement<EnterValues, EnteredRow>(enteredBy('call_enter($1, $2, $3, $4, $5, $6, $10)')),
  converse: statement<[...EnterValues, beginnings: readonly string[]], EnteredRow>(
    enteredBy('call_converse($1, $2, $4, $5, $6, $3, $10, $11)'),
  ),
  takeStart: statement<[session: string, request: string]>(
    `UPDATE open_call SET starter = $2
     WHERE session_id = $1 AND starter <> $2 AND NOT EXISTS
       (SELECT FROM open_request WHERE id = starter AND replica_lives(replica))`,
  ),
  save: statement<[session: string, version: number, memory: Uint8Array]>(
    `UPDATE open_call SET memory = $3, version = version + 1
     WHERE session_id = $1 AND version = $2`,
  ),
  find: statement<
    [session: string],
    { readonly version: number; readonly memory: Uint8Array | null }
  >('SELECT version, memory FROM open_call WHERE session_id = $1'),
  leave: statement<[session: string, request: string, replica: string], { readonly over: boolean }>(
    'SELECT call_leave($1, $2, $3) AS over',
  ),
  hangUp: statement<[callKey: string, replica: string], ClaimedCall>(
    `SELECT ${claimed} FROM call_hang_up($1, $2)`,
  ),
  reopen: statement<[callKey: string]>('DELETE FROM hung_call WHERE call_key = $1'),
  past: statement<[callKey: string, rememberedMs: number], { readonly session: SessionId | null }>(
    `SELECT session_id AS session FROM hung_call
     WHERE call_key = $1 AND at_ms > call_now() - $2::bigint`,
  ),
  takeOver: statement<[replica: string, idleMs: number], ClaimedCall>(
    `SELECT ${claimed} FROM call_take_over($1, $2)`,
  ),
  living: statement<[], { readonly living: number }>(
    'SELECT count(*) AS living FROM replica WHERE replica_lives(id)',
  ),
  finished: statement<[session: string]>('DELETE FROM open_call WHERE session_id = $1'),
  adopt: statement<
    [
      session: string,
      callKey: string,
      agentId: string,
      turns: number,
      memory: Uint8Array,
      credential: string | null,
    ]
  >(
    `INSERT INTO open_call
       (session_id, call_key, agent_id, turns, starter, hung_up, active_ms, version, memory, credential)
     VALUES ($1, $2, $3, $4, '', false, call_now(), 1, $5, $6) ON CONFLICT DO NOTHING`,
  ),
};

const rememberedMs = 15 * 60_000;

/** The calls in progress in PostgreSQL. Their memory holds texts of the call, so it is sealed. */
export function postgresOpenCalls(
  connection: Connection,
  cipher: ColumnCipher,
  replica: string,
): SharedCallStore {
  let living = 1;
  const find = async (session: SessionId) => {
    const row = await connection.row(openCallsSql.find, [session]);
    if (row === undefined) return undefined;
    const { version, memory } = row;
    return { version, ...(memory && { memory: cipher.open(cellOf(session), memory) }) };
  };
  return {
    replica,
    enter: async ({ id, callKey, conversation, agentId, offered, turns, known, ...entering }) => {
      const key = conversation?.own ?? callKey;
      const request = [id, replica, key, agentId, offered, turns] as const;
      const { settings = null, credential = null } = entering;
      const context = [known?.sessionId ?? '', known?.version ?? 0, settings, credential] as const;
      const values: EnterValues = [...request, ...context];
      const row = await (conversation === undefined
        ? connection.row(openCallsSql.enter, values)
        : connection.row(openCallsSql.converse, [...values, conversation.beginnings]));
      if (row === undefined) return undefined;
      const { memory, ...entered } = row;
      const { sessionId } = entered;
      if (memory === null) return entered;
      return { ...entered, memory: cipher.open(cellOf(sessionId), memory) };
    },
    takeStart: async (session, request) =>
      (await connection.changes(openCallsSql.takeStart, [session, request])) > 0,
    save: async (session, version, memory) => {
      const sealed = cipher.seal(cellOf(session), memory);
      const written = await connection.changes(openCallsSql.save, [session, version, sealed]);
      if (written > 0) return undefined;
      const saved = await find(session);
      if (saved?.memory === undefined) throw new Error('the call is over');
      return { version: saved.version, memory: saved.memory };
    },
    find,
    leave: async (session, request) =>
      (await connection.row(openCallsSql.leave, [session, request, replica]))?.over === true,
    hangUp: (callKey) => connection.rows(openCallsSql.hangUp, [callKey, replica]),
    reopen: async (callKey) => {
      await connection.changes(openCallsSql.reopen, [callKey]);
    },
    past: async (callKey) => {
      const row = await connection.row(openCallsSql.past, [callKey, rememberedMs]);
      return row === undefined ? undefined : (row.session ?? '');
    },
    takeOver: async (idleMs) => {
      const claims = await connection.rows(openCallsSql.takeOver, [replica, idleMs]);
      living = (await connection.row(openCallsSql.living, []))?.living ?? 1;
      return claims;
    },
    living: () => living,
    finished: async (session) => {
      await connection.changes(openCallsSql.finished, [session]);
    },
    adopt: async ({ sessionId, callKey, agentId, turns, memory, credential = null }) => {
      const sealed = cipher.seal(cellOf(sessionId), memory);
      const values = [sessionId, callKey, agentId, turns] as const;
      await connection.changes(openCallsSql.adopt, [...values, sealed, credential]);
    },
  };
}

function cellOf(session: SessionId): CellAddress {
  return ['open_call', 'memory', session];
}
