import type { PostgresDatabase } from '../adapters/postgres/engine/connection.ts';
import { PostgresFailure } from '../adapters/postgres/engine/failure.ts';
import { openJournal, type PostgresJournal } from '../adapters/postgres/journal/journal.ts';
import { journalMigrations } from '../adapters/postgres/journal/migrations.ts';
import { storeMigrations } from '../adapters/postgres/stores.ts';
import { backgroundFlush, headWriteSteps, openHead } from '../adapters/system/head-file.ts';
import { createIds } from '../adapters/system/ids.ts';
import { deriveFileKey } from '../adapters/system/key-derivation.ts';
import { type KeyRoots, readKeys } from '../adapters/system/load-keys.ts';
import { dataFiles, journalOrigin } from '../config/data-files.ts';
import type { Result } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import { type JournalKeys, journalKeys } from '../journal/index.ts';

/** A shared database, and the folder of the replica that uses it. */
export interface ReplicaStorage {
  readonly url: Secret<string>;
  readonly database: PostgresDatabase;
  readonly dataDir: string;
}

/**
 * Opens the journal of a migrated database. The replica's folder keeps the highest head that it has seen;
 * no other process may use that folder meanwhile.
 */
export function openSharedJournal(place: ReplicaStorage, keys: KeyRoots): Promise<PostgresJournal> {
  const { url, database, dataDir } = place;
  const [key, databaseKey] = rootsOf(keys);
  // The server keeps the records: no append waits for this disk (decision 0027).
  const steps = { ...headWriteSteps, sync: backgroundFlush() };
  const mark = openHead(dataFiles(dataDir).journalHead, sharedJournalKeys(keys).head, steps);
  const origin = journalOrigin;
  return openJournal({
    url,
    database,
    key,
    databaseKey,
    origin,
    ids: createIds(),
    seenHeadFile: mark,
  });
}

/** The keys that the journal signs and seals with; the same as for local files. */
export function sharedJournalKeys(keys: KeyRoots): JournalKeys {
  return journalKeys(...rootsOf(keys));
}

function rootsOf({ master, database }: KeyRoots): readonly [key: Buffer, databaseKey: Buffer] {
  return [deriveFileKey(master, 'journal').reveal(), deriveFileKey(database, 'journal').reveal()];
}

/** All tables of a database that replicas share. */
export const sharedTables = [...storeMigrations, journalMigrations];

/** Runs `work`; a failure of the database server becomes a problem of `SVC_DATABASE_URL`. */
export async function orDatabaseProblem<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PostgresFailure)) throw error;
    return { ok: false, problems: [{ path: 'SVC_DATABASE_URL', message: error.message }] };
  }
}

/**
 * The keys of a replica, from the environment or from a `keys.json` that all replicas have. It makes no
 * keys: the other replicas would not have them.
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
