import type Database from 'better-sqlite3-multiple-ciphers';
import { afterAllIds, type WebSessionId } from '../../../domain/ids.ts';
import type {
  OpenWebSession,
  Reveals,
  WebSession,
  WebSessions,
} from '../../../ports/web-sessions.ts';
import type { Local } from '../engine/writer.ts';
import { toUser, type UserRow, userColumns } from './users.ts';

const joined = `SELECT ${userColumns}, web_sessions.id AS sessionId, cookie_hash AS cookieHash,
                  started_at AS startedAt, last_seen_at AS lastSeenAt, reveals
                FROM web_sessions JOIN users ON users.id = user_id`;

export const webSessionsSql = {
  start: `INSERT INTO web_sessions (id, cookie_hash, user_id, started_at, last_seen_at, reveals)
          VALUES (:id, :cookieHash, :userId, :startedAt, :lastSeenAt, :reveals)`,
  forget: 'DELETE FROM web_sessions WHERE last_seen_at < ?',
  find: `${joined} WHERE cookie_hash = ?`,
  list: `${joined} WHERE web_sessions.id < :before AND last_seen_at >= :notBefore
         ORDER BY web_sessions.id DESC LIMIT :limit`,
  touch: 'UPDATE web_sessions SET last_seen_at = :lastSeenAt WHERE cookie_hash = :cookieHash',
  setReveals: 'UPDATE web_sessions SET reveals = :reveals WHERE id = :id',
  byId: `${joined} WHERE web_sessions.id = ?`,
  end: 'DELETE FROM web_sessions WHERE cookie_hash = ?',
};

interface WebSessionRow extends UserRow, Omit<WebSession, 'id' | 'userId' | 'reveals'> {
  readonly sessionId: WebSessionId;
  /** JSON. */
  readonly reveals: string;
}

/** Web sessions, in the thread that owns the database. */
export function webSessionsMethods(db: Database.Database): Local<WebSessions> {
  const start = db.prepare<[Omit<WebSession, 'reveals'> & { reveals: string }]>(
    webSessionsSql.start,
  );
  const forget = db.prepare<[string]>(webSessionsSql.forget);
  const find = db.prepare<[string], WebSessionRow>(webSessionsSql.find);
  const list = db.prepare<[{ before: string; notBefore: string; limit: number }], WebSessionRow>(
    webSessionsSql.list,
  );
  const touch = db.prepare<[{ cookieHash: string; lastSeenAt: string }]>(webSessionsSql.touch);
  const setReveals = db.prepare<[{ id: string; reveals: string }]>(webSessionsSql.setReveals);
  const byId = db.prepare<[string], WebSessionRow>(webSessionsSql.byId);
  const end = db.prepare<[string]>(webSessionsSql.end);

  return {
    start: (session, notBefore) => {
      forget.run(notBefore);
      start.run({ ...session, reveals: JSON.stringify(session.reveals) });
    },
    find: (cookieHash, notBefore) => {
      const row = find.get(cookieHash);
      return row === undefined || row.lastSeenAt < notBefore ? undefined : toOpenSession(row);
    },
    list: (query) => list.all({ before: afterAllIds('web'), ...query }).map(toOpenSession),
    touch: (cookieHash, lastSeenAt) => void touch.run({ cookieHash, lastSeenAt }),
    setReveals: (id, reveals) => void setReveals.run({ id, reveals: JSON.stringify(reveals) }),
    end: (which) => {
      const row = 'cookieHash' in which ? find.get(which.cookieHash) : byId.get(which.id);
      if (row === undefined) return undefined;
      end.run(row.cookieHash);
      return toOpenSession(row).session;
    },
  };
}

function toOpenSession(row: WebSessionRow): OpenWebSession {
  const { sessionId, cookieHash, startedAt, lastSeenAt, reveals: json, ...userRow } = row;
  const user = toUser(userRow);
  const reveals: Reveals = JSON.parse(json);
  return {
    user,
    session: { id: sessionId, cookieHash, userId: user.id, startedAt, lastSeenAt, reveals },
  };
}
