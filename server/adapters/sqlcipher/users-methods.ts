import type Database from 'better-sqlite3-multiple-ciphers';
import type { UserId } from '../../domain/ids.ts';
import type { User } from '../../ports/users.ts';

const columns = 'id, login, display_name, admin, created_at';

export const usersSql = {
  upsert: `INSERT INTO users (${columns})
           VALUES (:id, :login, :displayName, :admin, :createdAt)
           ON CONFLICT (login) DO UPDATE
             SET display_name = excluded.display_name, admin = max(admin, excluded.admin)
           RETURNING ${columns}`,
  count: 'SELECT count(*) FROM users',
  list: `SELECT ${columns} FROM users WHERE id < :before ORDER BY id DESC LIMIT :limit`,
  get: `SELECT ${columns} FROM users WHERE id = ?`,
  setAdmin: 'UPDATE users SET admin = :admin WHERE id = :id',
};

/** Sorts after every user id. */
const afterAll = 'usr_~';

export interface UserRow {
  readonly id: UserId;
  readonly login: string;
  readonly display_name: string;
  readonly admin: number;
  readonly created_at: string;
}

type NewUserRow = Omit<User, 'admin'> & { readonly admin: number };

/** Users inside the thread that owns them. */
export function usersMethods(db: Database.Database) {
  const upsert = db.prepare<[NewUserRow], UserRow>(usersSql.upsert);
  const count = db.prepare<[], number>(usersSql.count).pluck();
  const list = db.prepare<[{ before: string; limit: number }], UserRow>(usersSql.list);
  const get = db.prepare<[UserId], UserRow>(usersSql.get);
  const setAdmin = db.prepare<[{ id: UserId; admin: number }]>(usersSql.setAdmin);

  return {
    upsertUser: (user: User): User => {
      const row = upsert.get({ ...user, admin: user.admin ? 1 : 0 });
      return row ? toUser(row) : user;
    },
    countUsers: () => count.get() ?? 0,
    listUsers: ({ before = afterAll, limit }: { before?: string; limit: number }) =>
      list.all({ before, limit }).map(toUser),
    setAdmin: ({ id, admin }: { id: UserId; admin: boolean }) => {
      const row = get.get(id);
      setAdmin.run({ id, admin: admin ? 1 : 0 });
      return row && toUser(row);
    },
  };
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    displayName: row.display_name,
    admin: row.admin === 1,
    createdAt: row.created_at,
  };
}
