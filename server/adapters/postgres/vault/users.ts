import { afterAllIds, type UserId } from '../../../domain/ids.ts';
import type { Role } from '../../../domain/settings/role.ts';
import type { KnownUser, User, Users } from '../../../ports/users.ts';
import type { ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** A row of `users`, possibly with columns of other tables. */
export interface UserRow {
  readonly id: UserId;
  /** Null for users of versions that stored no identity. */
  readonly identity_index: string | null;
  readonly login_index: string;
  readonly role: Role;
  readonly created_at: string;
  readonly sealed: Uint8Array;
}

const columns = 'id, identity_index, login_index, role, created_at, sealed';

export const usersSql = {
  signIn: statement<
    [
      id: string,
      identityIndex: string,
      loginIndex: string,
      role: Role,
      createdAt: string,
      sealed: Uint8Array,
      adoptLogin: boolean,
    ],
    UserRow
  >(
    `WITH adopted AS (
       UPDATE users SET identity_index = $2, sealed = $6,
         role = CASE $4 WHEN 'admin' THEN $4 ELSE role END
       WHERE $7 AND login_index = $3 AND identity_index IS NULL
         AND NOT EXISTS (SELECT FROM users WHERE identity_index = $2)
       RETURNING ${columns}),
     signed_in AS (
       INSERT INTO users (${columns})
         SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM adopted)
       ON CONFLICT (identity_index) DO UPDATE
         SET login_index = excluded.login_index, sealed = excluded.sealed,
             role = CASE excluded.role WHEN 'admin' THEN 'admin' ELSE users.role END
       RETURNING ${columns})
     SELECT * FROM adopted UNION ALL SELECT * FROM signed_in`,
  ),
  insert: statement<
    [
      id: string,
      identityIndex: string | null,
      loginIndex: string,
      role: Role,
      createdAt: string,
      sealed: Uint8Array,
    ]
  >(`INSERT INTO users (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`),
  count: statement<[], { readonly count: number }>('SELECT count(*) FROM users'),
  list: statement<[before: string, limit: number], UserRow>(
    `SELECT ${columns} FROM users WHERE id < $1 ORDER BY id DESC LIMIT $2`,
  ),
  // The locks, in the order of ids, make simultaneous changes follow each other: each reads what the one before it wrote.
  setRole: statement<
    [id: string, role: Role, by: string | null],
    UserRow & { readonly allowed: boolean }
  >(
    `WITH locked AS (SELECT ${columns} FROM users WHERE id IN ($1, $3) ORDER BY id FOR UPDATE),
       before AS (
         SELECT ${columns}, $3::text IS NULL OR EXISTS (
           SELECT FROM locked WHERE id = $3 AND role = 'admin') AS allowed
         FROM locked WHERE id = $1),
       changed AS (UPDATE users SET role = $2 FROM before WHERE users.id = before.id AND allowed)
     SELECT * FROM before`,
  ),
};

/** Users in PostgreSQL: login, name and identity are sealed, and HMACs find them. */
export function postgresUsers(connection: Connection, cipher: ColumnCipher): Users {
  const opened = (row: UserRow) => openedUser(cipher, row);
  return {
    signIn: async (user: KnownUser, adoptLogin) => {
      const { identityIndex, loginIndex, sealed } = sealedUser(cipher, user);
      const { id, role, createdAt } = user;
      const row = await connection.row(usersSql.signIn, [
        id,
        identityIndex ?? '',
        loginIndex,
        role,
        createdAt,
        sealed,
        adoptLogin,
      ]);
      return row === undefined ? user : opened(row);
    },
    count: async () => (await connection.row(usersSql.count, []))?.count ?? 0,
    list: async ({ before = afterAllIds('usr'), limit }) =>
      (await connection.rows(usersSql.list, [before, limit])).map(opened),
    setRole: async (id, role, by) => {
      const row = await connection.row(usersSql.setRole, [id, role, by ?? null]);
      return row?.allowed === false ? 'refused' : row && opened(row);
    },
  };
}

/** Inserts a user of another store, with or without an identity. */
export async function insertUser(
  connection: Connection,
  cipher: ColumnCipher,
  user: User,
): Promise<void> {
  const { identityIndex, loginIndex, sealed } = sealedUser(cipher, user);
  const { id, role, createdAt } = user;
  await connection.changes(usersSql.insert, [
    id,
    identityIndex,
    loginIndex,
    role,
    createdAt,
    sealed,
  ]);
}

function sealedUser(cipher: ColumnCipher, user: User) {
  const { identity, login, emailVerified, displayName } = user;
  const loginIndex = cipher.indexOf('users.login', login);
  const identityIndex =
    identity &&
    cipher.indexOf('users.identity', JSON.stringify([identity.issuer, identity.subject]));
  const content = JSON.stringify([login, displayName, emailVerified, identity]);
  const sealed = cipher.seal(['users', 'sealed', identityIndex ?? loginIndex], content);
  return { identityIndex, loginIndex, sealed };
}

export function openedUser(cipher: ColumnCipher, row: UserRow): User {
  const { id, identity_index: identityIndex, login_index: loginIndex, role } = row;
  const content = cipher.open(['users', 'sealed', identityIndex ?? loginIndex], row.sealed);
  // Users of versions that stored no identity have the first two only.
  const [login, displayName, emailVerified = false, identity = null] = JSON.parse(content);
  return { id, identity, login, emailVerified, displayName, role, createdAt: row.created_at };
}
