import type Database from 'better-sqlite3-multiple-ciphers';
import { afterAllIds, type UserId } from '../../../domain/ids.ts';
import type { Role } from '../../../domain/settings/role.ts';
import type { KnownUser, User, Users } from '../../../ports/users.ts';
import type { Local } from '../engine/writer.ts';

/** The columns of a `UserRow`, also in a join. */
export const userColumns =
  'users.id, issuer, subject, login, email_verified AS emailVerified, ' +
  'display_name AS displayName, role, created_at AS createdAt';

export const usersSql = {
  upsert: `INSERT INTO users
             (id, issuer, subject, login, email_verified, display_name, role, created_at)
           VALUES (:id, :issuer, :subject, :login, :emailVerified, :displayName, :role, :createdAt)
           ON CONFLICT (issuer, subject) DO UPDATE
             SET login = excluded.login, email_verified = excluded.email_verified,
                 display_name = excluded.display_name,
                 role = iif(excluded.role = 'admin', 'admin', role)
           RETURNING ${userColumns}`,
  adopt: `UPDATE users SET issuer = :issuer, subject = :subject
          WHERE login = :login AND issuer IS NULL
            AND NOT EXISTS (SELECT 1 FROM users WHERE issuer = :issuer AND subject = :subject)`,
  find: `SELECT ${userColumns} FROM users WHERE issuer = :issuer AND subject = :subject`,
  count: 'SELECT count(*) FROM users',
  list: `SELECT ${userColumns} FROM users WHERE id < :before ORDER BY id DESC LIMIT :limit`,
  get: `SELECT ${userColumns} FROM users WHERE id = ?`,
  setRole: 'UPDATE users SET role = :role WHERE id = :id',
};

export interface UserRow extends Omit<User, 'identity' | 'emailVerified'> {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly emailVerified: number;
}

interface Named {
  readonly issuer: string;
  readonly subject: string;
  readonly login: string;
}

/** Users, in the thread that owns the database. */
export function usersMethods(db: Database.Database): Local<Users> {
  const upsert = db.prepare<[UserRow], UserRow>(usersSql.upsert);
  const adopt = db.prepare<[Named]>(usersSql.adopt);
  const find = db.prepare<[KnownUser['identity']], UserRow>(usersSql.find);
  const count = db.prepare<[], number>(usersSql.count).pluck();
  const list = db.prepare<[{ before: string; limit: number }], UserRow>(usersSql.list);
  const get = db.prepare<[UserId], UserRow>(usersSql.get);
  const setRole = db.prepare<[{ id: UserId; role: Role }]>(usersSql.setRole);

  return {
    signIn: (user, adoptLogin) => {
      const { identity, emailVerified, ...rest } = user;
      const known = find.get(identity);
      // Writes nothing, so that known users can sign in on a full disk (decision 0054).
      if (known !== undefined && isSame(toUser(known), user)) return toUser(known);
      if (adoptLogin) adopt.run({ ...identity, login: user.login });
      const row = upsert.get({ ...rest, ...identity, emailVerified: emailVerified ? 1 : 0 });
      return row ? toUser(row) : user;
    },
    count: () => count.get() ?? 0,
    list: ({ before = afterAllIds('usr'), limit }) => list.all({ before, limit }).map(toUser),
    setRole: (id, role, by) => {
      const row = get.get(id);
      if (row !== undefined && by !== undefined && get.get(by)?.role !== 'admin') return 'refused';
      setRole.run({ id, role });
      return row && toUser(row);
    },
  };
}

export function toUser({ issuer, subject, emailVerified, ...row }: UserRow): User {
  const identity = issuer === null || subject === null ? null : { issuer, subject };
  return { ...row, identity, emailVerified: emailVerified === 1 };
}

function isSame(known: User, user: KnownUser): boolean {
  return (
    known.login === user.login &&
    known.emailVerified === user.emailVerified &&
    known.displayName === user.displayName &&
    (known.role === 'admin' || user.role !== 'admin')
  );
}
