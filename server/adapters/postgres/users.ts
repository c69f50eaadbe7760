import type { UserId } from '../../domain/ids.ts';
import type { User, Users } from '../../ports/users.ts';
import type { ColumnCipher } from './column-cipher.ts';
import type { Connection } from './connection.ts';
import { statement } from './statement.ts';

/** A row of `users`; columns of other tables may stand beside it. */
export interface UserRow {
  readonly id: UserId;
  readonly login_index: string;
  readonly admin: boolean;
  readonly created_at: string;
  readonly sealed: Uint8Array;
}

const columns = 'id, login_index, admin, created_at, sealed';

export const usersSql = {
  upsert: statement<
    [id: string, loginIndex: string, admin: boolean, createdAt: string, sealed: Uint8Array],
    UserRow
  >(
    `INSERT INTO users (${columns}) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (login_index) DO UPDATE
       SET sealed = excluded.sealed, admin = users.admin OR excluded.admin
     RETURNING ${columns}`,
  ),
  count: statement<[], { readonly count: number }>('SELECT count(*) FROM users'),
  list: statement<[before: string, limit: number], UserRow>(
    `SELECT ${columns} FROM users WHERE id < $1 ORDER BY id DESC LIMIT $2`,
  ),
  // Two admins at once change the row one after the other, and each is told what it was before.
  setAdmin: statement<[id: string, admin: boolean], UserRow>(
    `WITH before AS (SELECT ${columns} FROM users WHERE id = $1 FOR UPDATE),
       changed AS (UPDATE users SET admin = $2 FROM before WHERE users.id = before.id)
     SELECT ${columns} FROM before`,
  ),
};

/** Sorts after every user id. */
const afterAll = 'usr_~';

/** People in PostgreSQL: login and name are sealed, and a login is found by its HMAC. */
export function postgresUsers(connection: Connection, cipher: ColumnCipher): Users {
  const opened = (row: UserRow) => openedUser(cipher, row);
  return {
    upsert: async (user) => {
      const { id, login, displayName, admin, createdAt } = user;
      const index = cipher.indexOf('users.login', login);
      const sealed = cipher.seal(['users', 'sealed', index], JSON.stringify([login, displayName]));
      const row = await connection.row(usersSql.upsert, [id, index, admin, createdAt, sealed]);
      return row === undefined ? user : opened(row);
    },
    count: async () => (await connection.row(usersSql.count, []))?.count ?? 0,
    list: async ({ before = afterAll, limit }) =>
      (await connection.rows(usersSql.list, [before, limit])).map(opened),
    setAdmin: async (id, admin) => {
      const row = await connection.row(usersSql.setAdmin, [id, admin]);
      return row && opened(row);
    },
  };
}

export function openedUser(cipher: ColumnCipher, row: UserRow): User {
  const { id, login_index: index, admin, created_at: createdAt, sealed } = row;
  const [login, displayName] = JSON.parse(cipher.open(['users', 'sealed', index], sealed));
  return { id, login, displayName, admin, createdAt };
}
