import { afterAllIds, type WebSessionId } from '../../../domain/ids.ts';
import type { OpenWebSession, WebSession, WebSessions } from '../../../ports/web-sessions.ts';
import type { ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { openedUser, type UserRow } from './users.ts';

interface SessionRow extends Omit<WebSession, 'reveals'> {
  /** JSON. */
  readonly reveals: string;
}

interface WebSessionRow extends UserRow, Omit<SessionRow, 'id' | 'userId'> {
  readonly sessionId: WebSessionId;
}

const joined = `SELECT users.*, web_sessions.id AS "sessionId", cookie_hash AS "cookieHash",
                  started_at AS "startedAt", last_seen_at AS "lastSeenAt", reveals
                FROM web_sessions JOIN users ON users.id = user_id`;
const ended = `RETURNING id, cookie_hash AS "cookieHash", user_id AS "userId",
                 started_at AS "startedAt", last_seen_at AS "lastSeenAt", reveals`;

export const webSessionsSql = {
  start: statement<
    [
      cookieHash: string,
      id: string,
      userId: string,
      startedAt: string,
      lastSeenAt: string,
      notBefore: string,
      reveals: string,
    ]
  >(
    `WITH forgotten AS (DELETE FROM web_sessions WHERE last_seen_at < $6)
     INSERT INTO web_sessions (cookie_hash, id, user_id, started_at, last_seen_at, reveals)
     VALUES ($1, $2, $3, $4, $5, $7)`,
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
  setReveals: statement<[id: string, reveals: string]>(
    'UPDATE web_sessions SET reveals = $2 WHERE id = $1',
  ),
  endByCookie: statement<[cookieHash: string], SessionRow>(
    `DELETE FROM web_sessions WHERE cookie_hash = $1 ${ended}`,
  ),
  endById: statement<[id: string], SessionRow>(`DELETE FROM web_sessions WHERE id = $1 ${ended}`),
};

/** Web sessions in PostgreSQL. */
export function postgresWebSessions(connection: Connection, cipher: ColumnCipher): WebSessions {
  const toOpenSession = (row: WebSessionRow): OpenWebSession => {
    const { sessionId: id, cookieHash, id: userId, startedAt, lastSeenAt, reveals } = row;
    const session = toSession({ id, cookieHash, userId, startedAt, lastSeenAt, reveals });
    return { user: openedUser(cipher, row), session };
  };

  return {
    start: async ({ cookieHash, id, userId, startedAt, lastSeenAt, reveals }, notBefore) => {
      const times = [startedAt, lastSeenAt, notBefore] as const;
      const values = [cookieHash, id, userId, ...times, JSON.stringify(reveals)] as const;
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
    setReveals: async (id, reveals) => {
      await connection.changes(webSessionsSql.setReveals, [id, JSON.stringify(reveals)]);
    },
    end: async (which) => {
      const row = await ('cookieHash' in which
        ? connection.row(webSessionsSql.endByCookie, [which.cookieHash])
        : connection.row(webSessionsSql.endById, [which.id]));
      return row && toSession(row);
    },
  };
}

function toSession(row: SessionRow): WebSession {
  return { ...row, reveals: JSON.parse(row.reveals) };
}
