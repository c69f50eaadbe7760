import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Payloads, SealedPayload, WrappedKey } from '../../../ports/payloads.ts';
import { renewWords } from '../calls/call-words.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { marksSql } from './marks.ts';
import { remarksSql } from './remarks.ts';

interface KeyRow {
  readonly kid: string;
  readonly wrapped: Uint8Array | null;
}

export const payloadsSql = {
  addKey: statement<[sessionId: string, kid: string, wrapped: Uint8Array]>(
    `INSERT INTO session_key (session_id, kid, wrapped) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
  ),
  key: statement<[sessionId: string], KeyRow>(
    'SELECT kid, wrapped FROM session_key WHERE session_id = $1',
  ),
  // The lock keeps an erasure from coming between the check and the write.
  keep: statement<
    [sessionId: string, sha256: string, ciphertext: Uint8Array],
    { readonly session_id: string }
  >(
    `WITH key AS (
       SELECT session_id FROM session_key WHERE session_id = $1 AND wrapped IS NOT NULL FOR SHARE
     ), kept AS (
       INSERT INTO payload (session_id, sha256, ciphertext) SELECT session_id, $2, $3 FROM key
       ON CONFLICT DO NOTHING
     )
     SELECT session_id FROM key`,
  ),
  read: statement<
    [sessionId: string],
    KeyRow & { [K in keyof SealedPayload]: SealedPayload[K] | null }
  >(
    `SELECT kid, wrapped, sha256, ciphertext FROM session_key LEFT JOIN payload USING (session_id)
     WHERE session_id = $1`,
  ),
  eraseKeys: statement<[sessionIds: readonly string[]]>(
    `UPDATE session_key SET wrapped = NULL
     WHERE session_id IN (SELECT session_id FROM session_key WHERE session_id = ANY ($1)
                          ORDER BY session_id FOR UPDATE)`,
  ),
  erasePayloads: statement<[sessionIds: readonly string[]]>(
    'DELETE FROM payload WHERE session_id = ANY ($1)',
  ),
};

/**
 * Payloads in PostgreSQL, as ciphertext. Erased payloads stay in the server's files until it vacuums, and
 * in its log archives and backups (decision 0024), but their key is deleted. Payloads are part of the
 * audit record, so a failed write is Fault `AuditUnavailable`.
 */
export function postgresPayloads(database: PostgresDatabase): Payloads {
  const keyOf = (sessionId: SessionId) =>
    database.row(payloadsSql.key, [sessionId]).catch(unavailable);

  const keep = async (
    sessionId: SessionId,
    { sha256, ciphertext }: SealedPayload,
  ): Promise<boolean> => {
    const values = [sessionId, sha256, ciphertext] as const;
    const row = await database.row(payloadsSql.keep, [...values]).catch(unavailable);
    return row !== undefined;
  };

  return {
    keepFirst: async (sessionId, { kid, wrapped }, payload) => {
      const known = await keyOf(sessionId);
      if (known !== undefined) return usable(known);
      const added = await database
        .changes(payloadsSql.addKey, [sessionId, kid, wrapped])
        .catch(unavailable);
      // Another replica may have come first.
      if (added === 0) return usable(await keyOf(sessionId));
      return (await keep(sessionId, payload)) ? { kid, wrapped } : undefined;
    },
    keep,
    read: async (sessionId) => {
      const rows = await database.rows(payloadsSql.read, [sessionId]).catch(unavailable);
      const [first] = rows;
      if (first === undefined) return { state: 'not_kept' };
      const key = usable(first);
      if (key === undefined) return { state: 'erased' };
      const payloads = rows.flatMap(({ sha256, ciphertext }) =>
        sha256 === null || ciphertext === null ? [] : [{ sha256, ciphertext }],
      );
      return { state: 'kept', key, payloads };
    },
    erase: async (sessions) => {
      if (sessions.length === 0) return;
      await database
        .transaction(async (connection) => {
          await renewWords(connection, sessions);
          await connection.changes(payloadsSql.eraseKeys, [sessions]);
          await connection.changes(payloadsSql.erasePayloads, [sessions]);
          await connection.changes(marksSql.erase, [sessions]);
          await connection.changes(remarksSql.erase, [sessions]);
        })
        .catch(unavailable);
    },
  };
}

function usable(row: KeyRow | undefined): WrappedKey | undefined {
  const { kid = '', wrapped = null } = row ?? {};
  return wrapped === null ? undefined : { kid, wrapped };
}

function unavailable(cause: unknown): never {
  throw new Fault('AuditUnavailable', 'payloads cannot be kept', { cause });
}
