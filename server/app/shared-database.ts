import { PostgresFailure } from '../adapters/postgres/failure.ts';
import { journalMigrations } from '../adapters/postgres/journal-migrations.ts';
import { storeMigrations } from '../adapters/postgres/stores.ts';
import { type KeyRoots, readKeys } from '../adapters/system/load-keys.ts';
import type { Result } from '../domain/fault.ts';

/** All tables of a database that replicas share. */
export const sharedTables = [...storeMigrations, journalMigrations];

/** Runs `work`; that the server cannot be used comes back as a problem of `SVC_DATABASE_URL`. */
export async function orDatabaseProblem<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PostgresFailure)) throw error;
    return { ok: false, problems: [{ path: 'SVC_DATABASE_URL', message: error.message }] };
  }
}

/**
 * The keys of a replica, from the environment or from a `keys.json` that all have. None is made here:
 * what one replica makes for itself, the others do not have.
 */
export async function sharedKeys(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<KeyRoots>> {
  const keys = await readKeys({ dataDir, env });
  if (!keys.ok || keys.value.roots.size > 0) return keys;
  const message = 'is not set for any key id, and all replicas need the same';
  return { ok: false, problems: [{ path: 'SVC_KEY_<kid>', message }] };
}
