import { randomUUID } from 'node:crypto';
import { openLiveTextRelay } from '../adapters/postgres/calls/live-text-relay.ts';
import { columnCipher } from '../adapters/postgres/engine/column-cipher.ts';
import { connectPostgres } from '../adapters/postgres/engine/connection.ts';
import { checkKeys } from '../adapters/postgres/engine/key-check.ts';
import { migrate } from '../adapters/postgres/engine/migrations.ts';
import {
  serverVersion,
  tableSizes,
  watchReachability,
} from '../adapters/postgres/engine/server-status.ts';
import { postgresStores } from '../adapters/postgres/stores.ts';
import { deriveColumnKeys, keyChecks } from '../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { Result } from '../domain/fault.ts';
import type { Secret } from '../domain/secret.ts';
import {
  openSharedJournal,
  orDatabaseProblem,
  type ReplicaStorage,
  sharedKeys,
  sharedTables,
} from './shared-database.ts';
import type { StorageBackend, Stores } from './storage-backend.ts';

/**
 * A PostgreSQL database that replicas share (design D47). The folder belongs to this replica alone: it
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
