import type { Connection, PostgresDatabase } from './connection.ts';
import { PostgresFailure } from './failure.ts';
import { statement } from './statement.ts';

/**
 * Tables with one version. `migrations[n]` is the SQL from version n to n + 1; never edit a published
 * entry.
 */
export interface MigrationGroup {
  readonly name: string;
  readonly migrations: readonly string[];
}

/** An arbitrary number that other programs on the same database are unlikely to lock. */
const migrationLock = 7_382_190_471_506;

const versionTable = `
  CREATE TABLE svc_schema (
    name text COLLATE "C" PRIMARY KEY,
    version int NOT NULL
  )`;

const sql = {
  lock: statement<[number], unknown>('SELECT pg_advisory_xact_lock($1::bigint)'),
  isThere: statement<[], { there: boolean }>(
    "SELECT to_regclass('svc_schema') IS NOT NULL AS there",
  ),
  versions: statement<[], { name: string; version: number }>(
    'SELECT name, version FROM svc_schema',
  ),
  setVersion: statement<[string, number]>(
    `INSERT INTO svc_schema (name, version) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
  ),
};

/**
 * Brings every group to its last version, in the given order and in one transaction: a crash leaves the
 * old versions. If replicas start at the same time, one migrates and the others wait. It only reads a
 * database that is up to date, so that the service itself needs no right to create tables. Rejects when
 * a newer version of this program wrote the database.
 */
export async function migrate(
  database: PostgresDatabase,
  groups: readonly MigrationGroup[],
): Promise<void> {
  if (await isMigrated(database, groups)) return;
  await database.longTransaction('change', async (connection) => {
    await connection.rows(sql.lock, [migrationLock]);
    if (!(await isThere(connection))) await connection.run(versionTable);
    for (const { group, version } of await outdated(connection, groups)) {
      for (const migration of group.migrations.slice(version)) await connection.run(migration);
      await connection.changes(sql.setVersion, [group.name, group.migrations.length]);
    }
  });
}

/** True when every group has its last version. */
export async function isMigrated(
  database: PostgresDatabase,
  groups: readonly MigrationGroup[],
): Promise<boolean> {
  return (await outdated(database, groups)).length === 0;
}

interface Outdated {
  readonly group: MigrationGroup;
  readonly version: number;
}

async function outdated(
  connection: Connection,
  groups: readonly MigrationGroup[],
): Promise<readonly Outdated[]> {
  const versions = await versionsIn(connection);
  return groups.flatMap((group) => {
    const version = versions.get(group.name) ?? 0;
    const known = group.migrations.length;
    if (version > known) {
      const message = `${group.name} in this database has version ${version}; this program knows ${known}`;
      throw new PostgresFailure(message, {});
    }
    return version === known ? [] : [{ group, version }];
  });
}

async function versionsIn(connection: Connection): Promise<ReadonlyMap<string, number>> {
  if (!(await isThere(connection))) return new Map();
  const rows = await connection.rows(sql.versions, []);
  return new Map(rows.map(({ name, version }) => [name, version]));
}

async function isThere(connection: Connection): Promise<boolean> {
  return (await connection.row(sql.isThere, []))?.there === true;
}
