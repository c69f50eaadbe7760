import { afterAllIds, type WebSessionId } from '../../../domain/ids.ts';
import type { OpenWebSession, WebSession, WebSessions } from '../../../ports/web-sessions.ts';
import type { ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { openedUser, type UserRow } from './users.ts';

interface WebSessionRow extends UserRow, Omit<WebSession, 'id' | 'userId'> {
  readonly sessionId: WebSessionId;
}

const joined = `SELECT users.*, web_sessions.id AS "sessionId", cookie_hash AS "cookieHash",
                  started_at AS "startedAt", last_seen_at AS "lastSeenAt"
                FROM web_sessions JOIN users ON users.id = user_id`;
const ended = `RETURNING id, cookie_hash AS "cookieHash", user_id AS "userId",
                 started_at AS "startedAt", last_seen_at AS "lastSeenAt"`;

export const webSessionsSql = {
  start: statement<
    [
      cookieHash: string,
      id: string,
      userId: string,
      startedAt: string,
      lastSeenAt: string,
      notBefore: string,
    ]
  >(
    `WITH forgotten AS (DELETE FROM web_sessions WHERE last_seen_at < $6)
     INSERT INTO web_sessions (cookie_hash, id, user_id, started_at, last_seen_at)
     VALUES ($1, $2, $3, $4, $5)`,
  ),
  find: statement<[cookieHash: string, notBefore: string], WebSessionRow>(
    `${joined} WHERE cookie_hash = $1 AND last_seen_at >= $2`,
  ),
  list: statement<[before: string, notBefore: string, limit: number], WebSessionRow>(
    `${joined} WHERE web_sessions.id < $1 AND last_seen_at >= $2
     ORDER BY web_sessions.id DESC LIMIT $3`,
  ),
  touch: statement<[cookieHash: string, lastSeenAt: string]>(
    'UPDATE web_sessions SET last_seen_at = $2 WHERE cookie_hash = $1',
  ),
  endByCookie: statement<[cookieHash: string], WebSession>(
    `DELETE FROM web_sessions WHERE cookie_hash = $1 ${ended}`,
  ),
  endById: statement<[id: string], WebSession>(`DELETE FROM web_sessions WHERE id = $1 ${ended}`),
};

/** Web sessions in PostgreSQL. */
export function postgresWebSessions(connection: Connection, cipher: ColumnCipher): WebSessions {
  const toOpenSession = (row: WebSessionRow): OpenWebSession => {
    const { sessionId, cookieHash, id: userId, startedAt, lastSeenAt } = row;
    const session = { id: sessionId, cookieHash, userId, startedAt, lastSeenAt };
    return { user: openedUser(cipher, row), session };
  };

  return {
    start: async ({ cookieHash, id, userId, startedAt, lastSeenAt }, notBefore) => {
      const values = [cookieHash, id, userId, startedAt, lastSeenAt, notBefore] as const;
      await connection.changes(webSessionsSql.start, [...values]);
    },
    find: async (cookieHash, notBefore) => {
      const row = await connection.row(webSessionsSql.find, [cookieHash, notBefore]);
      return row && toOpenSession(row);
    },
    list: async ({ notBefore, before = afterAllIds('web'), limit }) =>
      (await connection.rows(webSessionsSql.list, [before, notBefore, limit])).map(toOpenSession),
    touch: async (cookieHash, lastSeenAt) => {
      await connection.changes(webSessionsSql.touch, [cookieHash, lastSeenAt]);
    },
    end: (which) =>
      'cookieHash' in which
        ? connection.row(webSessionsSql.endByCookie, [which.cookieHash])
        : connection.row(webSessionsSql.endById, [which.id]),
  };
}
