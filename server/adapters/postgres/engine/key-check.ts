import type { Problem } from '../../../domain/fault.ts';
import type { PostgresDatabase } from './connection.ts';
import type { MigrationGroup } from './migrations.ts';
import { statement } from './statement.ts';

export const keyMigrations: MigrationGroup = {
  name: 'keys',
  migrations: [
    `
    CREATE TABLE key_check (
      name text COLLATE "C" PRIMARY KEY,
      hash text NOT NULL
    );
    `,
  ],
};

const sql = {
  all: statement<[], { readonly name: string; readonly hash: string }>(
    'SELECT name, hash FROM key_check ORDER BY name',
  ),
  add: statement<[names: readonly string[], hashes: readonly string[]]>(
    `INSERT INTO key_check (name, hash)
     SELECT * FROM unnest($1::text[], $2::text[]) AS given (name, hash) ORDER BY name
     ON CONFLICT DO NOTHING`,
  ),
};

/**
 * Problems with the keys of this replica, by the names of their variables: each must be the key that the
 * database was first used with, and none may be missing. Registers keys that are new to the database.
 * `checks` holds a keyed hash of each key by its name.
 */
export async function checkKeys(
  database: PostgresDatabase,
  checks: ReadonlyMap<string, string>,
): Promise<readonly Problem[]> {
  const problems = await keyDifferences(database, checks);
  if (problems.length > 0) return problems;
  const given = [...checks];
  await database.changes(sql.add, [given.map(([name]) => name), given.map(([, hash]) => hash)]);
  // If replicas start at the same time, the first one decides.
  return await keyDifferences(database, checks);
}

/** The same without registering keys. */
export async function keyDifferences(
  database: PostgresDatabase,
  checks: ReadonlyMap<string, string>,
): Promise<readonly Problem[]> {
  const kept = await database.rows(sql.all, []);
  return kept.flatMap(({ name, hash }) => {
    const given = checks.get(name);
    if (given === hash) return [];
    return [{ path: name, message: given === undefined ? missing : another }];
  });
}

const missing = 'is not given, and the database holds what was made with it';
const another =
  'is not the key that the database was first used with: all replicas share their keys';
