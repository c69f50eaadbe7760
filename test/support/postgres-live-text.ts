import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import {
  type LiveTextRelayTimes,
  openLiveTextRelay,
  type PostgresLiveTextRelay,
} from '../../server/adapters/postgres/calls/live-text-relay.ts';
import { columnCipher } from '../../server/adapters/postgres/engine/column-cipher.ts';
import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

/** A database of the test file over which replicas tell each other words. */
export interface LiveTextOnPostgres {
  readonly place: FreshDatabase;
  /** Another replica, with the same keys. */
  open(times?: LiveTextRelayTimes): Promise<PostgresLiveTextRelay>;
}

export function liveTextOnPostgres(): () => Promise<LiveTextOnPostgres> {
  let opening: Promise<LiveTextOnPostgres & { readonly database: PostgresDatabase }> | undefined;
  afterAll(async () => {
    const opened = await opening;
    await opened?.database.close();
    await opened?.place.remove();
  });
  return () => {
    opening ??= make();
    return opening;
  };
}

async function make() {
  const place = await freshDatabase();
  const database = await connectPostgres(place.url);
  await migrate(database, storeMigrations);
  const key = () => createSecretKey(randomBytes(32));
  const cipher = columnCipher({ seal: key(), index: key() });
  const open = (times?: LiveTextRelayTimes) =>
    openLiveTextRelay({
      url: place.url,
      database,
      cipher,
      replica: randomUUID(),
      ...(times && { times }),
    });
  return { place, database, open };
}
