import { connectPostgres, type PostgresDatabase } from '../adapters/postgres/engine/connection.ts';
import { keyDifferences } from '../adapters/postgres/engine/key-check.ts';
import { isMigrated } from '../adapters/postgres/engine/migrations.ts';
import { keyChecks } from '../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import { orDatabaseProblem, sharedKeys, sharedTables } from '../app/shared-database.ts';
import type { Config } from '../config/config.ts';
import type { Problem } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import type { ExitCode } from '../shared/exit-codes.ts';
import { orFail } from './output.ts';
import type { Terminal } from './terminal.ts';

/** The database that replicas share, with its keys. */
export interface SharedData {
  readonly config: Config;
  readonly url: Secret<string>;
  readonly keys: KeyRoots;
  readonly database: PostgresDatabase;
}

/** Runs `work` on the database; services may run. Fails on a database that it cannot use. */
export async function withSharedData(
  { env }: Terminal,
  config: Config,
  url: Secret<string>,
  work: (data: SharedData) => Promise<ExitCode>,
): Promise<ExitCode> {
  const done = await orDatabaseProblem<ExitCode>(async () => {
    const keys = await sharedKeys(config.dataDir, env);
    if (!keys.ok) return keys;
    const database = await connectPostgres(url);
    try {
      const problems = await sharedProblems(database, keys.value);
      if (problems.length > 0) return { ok: false, problems };
      return { ok: true, value: await work({ config, url, keys: keys.value, database }) };
    } finally {
      await database.close();
    }
  });
  return orFail(done);
}

/** Problems of the database or of its keys. Changes nothing. */
async function sharedProblems(
  database: PostgresDatabase,
  keys: KeyRoots,
): Promise<readonly Problem[]> {
  if (!(await isMigrated(database, sharedTables))) return [tablesMissing];
  return await keyDifferences(database, keyChecks(keys));
}

const tablesMissing = {
  path: 'SVC_DATABASE_URL',
  message: 'names a database without the tables of this version: start the service to create them',
};
