import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import {
  type PostgresStores,
  postgresStores,
  storeMigrations,
} from '../../server/adapters/postgres/stores.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

/** Stores on a database of the test file, with two connections to it as two replicas have. */
export interface StoresOnPostgres {
  readonly place: FreshDatabase;
  readonly database: PostgresDatabase;
  readonly stores: PostgresStores;
  /** The same data through another pool of connections. */
  readonly replica: PostgresStores;
}

/** Opens the stores for a test, empty; the file's database is made at the first call and goes with the file. */
export function storesForFile(): () => Promise<StoresOnPostgres> {
  let opening: Promise<StoresOnPostgres & { readonly close: () => Promise<void> }> | undefined;
  afterAll(async () => {
    await (await opening)?.close();
  });
  return async () => {
    opening ??= open();
    const opened = await opening;
    await opened.place.sql(`
      TRUNCATE vault, vault_use, agents, bearer_tokens, users, web_sessions, sessions, call_words, call_keys,
        session_key, payload, policy_text, policy_version, mark, remark, roster_person, roster_import,
        documents;
      UPDATE roster_state SET version = 0, generation = 0, finished = NULL`);
    return opened;
  };
}

async function open() {
  const place = await freshDatabase();
  const database = await connectPostgres(place.url);
  await migrate(database, storeMigrations);
  const other = await connectPostgres(place.url);
  const key = () => createSecretKey(randomBytes(32));
  const keys = { seal: key(), index: key() };
  return {
    place,
    database,
    stores: postgresStores(database, keys),
    replica: postgresStores(other, keys),
    close: async () => {
      await Promise.all([database.close(), other.close()]);
      await place.remove();
    },
  };
}
