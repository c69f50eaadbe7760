import { randomUUID } from 'node:crypto';
import { columnCipher } from '../adapters/postgres/column-cipher.ts';
import { connectPostgres } from '../adapters/postgres/connection.ts';
import { checkKeys } from '../adapters/postgres/key-check.ts';
import { migrate } from '../adapters/postgres/migrations.ts';
import { watchReachability } from '../adapters/postgres/reach.ts';
import { serverVersion, tableSizes } from '../adapters/postgres/server-facts.ts';
import { openLiveTextRelay } from '../adapters/postgres/shared-words.ts';
import { postgresStores } from '../adapters/postgres/stores.ts';
import { deriveColumnKeys } from '../adapters/system/derive.ts';
import { keyChecks } from '../adapters/system/key-checks.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { Result } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import { orDatabaseProblem, sharedKeys, sharedTables } from './shared-database.ts';
import { openSharedJournal, type ReplicaStorage } from './shared-journal.ts';
import type { StorageBackend, Stores } from './stores.ts';

/**
 * A PostgreSQL database that replicas share (design D47). The folder is of this replica alone: it
 * holds sign-in tickets, and the highest head of the journal that this replica has seen.
 */
export function postgresBackend(url: Secret<string>, dataDir: string): StorageBackend {
  return {
    keys: (env) => sharedKeys(dataDir, env),
    open: (keys) =>
      orDatabaseProblem(async () => {
        const database = await connectPostgres(url);
        let opened: Result<Stores> | undefined;
        try {
          opened = await openTables({ url, database, dataDir }, keys);
          return opened;
        } finally {
          if (opened?.ok !== true) await database.close();
        }
      }),
  };
}

async function openTables(place: ReplicaStorage, keys: KeyRoots): Promise<Result<Stores>> {
  const { url, database } = place;
  await migrate(database, sharedTables);
  const problems = await checkKeys(database, keyChecks(keys));
  if (problems.length > 0) return { ok: false, problems };
  const columnKeys = deriveColumnKeys(keys.database);
  const version = `PostgreSQL ${await serverVersion(database)}`;
  const journal = await openSharedJournal(place, keys);
  const replica = randomUUID();
  const opening = openLiveTextRelay({ url, database, replica, cipher: columnCipher(columnKeys) });
  const sharedWords = await opening.catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const reach = watchReachability(database);
  return {
    ok: true,
    value: {
      ...postgresStores(database, columnKeys, replica),
      journal,
      appended: journal.appended,
      liveTextRelay: sharedWords,
      reasons: () => (reach.lost() ? ['the database does not answer'] : []),
      version,
      storage: async () => ({ files: await tableSizes(database), free: undefined }),
      close: async () => {
        reach.stop();
        await sharedWords.close();
        await journal.close();
        await database.close();
      },
    },
  };
}
