import type Database from 'better-sqlite3-multiple-ciphers';
import type { UserId } from '../../domain/ids.ts';
import type { User, WebSession } from '../../ports/logins.ts';

export const loginsSql = {
  upsertUser: `INSERT INTO users (id, login, display_name, admin, created_at)
               VALUES (:id, :login, :displayName, :admin, :createdAt)
               ON CONFLICT (login) DO UPDATE
                 SET display_name = excluded.display_name, admin = max(admin, excluded.admin)
               RETURNING id, login, display_name, admin, created_at`,
  countUsers: 'SELECT count(*) FROM users',
  startSession: `INSERT INTO web_sessions (cookie_hash, user_id, last_seen_at)
                 VALUES (:cookieHash, :userId, :lastSeenAt)`,
  findSession: `SELECT last_seen_at, users.* FROM web_sessions JOIN users ON users.id = user_id
                WHERE cookie_hash = ?`,
  touchSession:
    'UPDATE web_sessions SET last_seen_at = :lastSeenAt WHERE cookie_hash = :cookieHash',
  endSession: 'DELETE FROM web_sessions WHERE cookie_hash = ?',
};

interface UserRow {
  readonly id: UserId;
  readonly login: string;
  readonly display_name: string;
  readonly admin: number;
  readonly created_at: string;
}

type NewUserRow = Omit<User, 'admin'> & { readonly admin: number };

/** Users and web sessions inside the thread that owns them. */
export function loginsMethods(db: Database.Database) {
  const upsertUser = db.prepare<[NewUserRow], UserRow>(loginsSql.upsertUser);
  const countUsers = db.prepare<[], number>(loginsSql.countUsers).pluck();
  const startSession = db.prepare<[WebSession]>(loginsSql.startSession);
  const findSession = db.prepare<[string], UserRow & { last_seen_at: string }>(
    loginsSql.findSession,
  );
  const touchSession = db.prepare<[Omit<WebSession, 'userId'>]>(loginsSql.touchSession);
  const endSession = db.prepare<[string]>(loginsSql.endSession);

  return {
    upsertUser: (user: User): User => {
      const row = upsertUser.get({ ...user, admin: user.admin ? 1 : 0 });
      return row ? toUser(row) : user;
    },
    countUsers: () => countUsers.get() ?? 0,
    startSession: (session: WebSession) => {
      startSession.run(session);
    },
    findSession: ({ cookieHash, notBefore }: { cookieHash: string; notBefore: string }) => {
      const row = findSession.get(cookieHash);
      if (row === undefined || Date.parse(row.last_seen_at) < Date.parse(notBefore))
        return undefined;
      const user = toUser(row);
      return { user, session: { cookieHash, userId: user.id, lastSeenAt: row.last_seen_at } };
    },
    touchSession: (session: Omit<WebSession, 'userId'>) => {
      touchSession.run(session);
    },
    endSession: (cookieHash: string) => {
      endSession.run(cookieHash);
    },
  };
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    displayName: row.display_name,
    admin: row.admin === 1,
    createdAt: row.created_at,
  };
}
