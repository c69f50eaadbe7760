import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
} from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import {
  listenForNotifications,
  type NotificationListener,
} from '../../server/adapters/postgres/engine/notifications.ts';
import { storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let place: FreshDatabase;
let database: PostgresDatabase;
let notices: NotificationListener | undefined;
const replica = randomUUID();
beforeAll(async () => {
  place = await freshDatabase();
  database = await connectPostgres(place.url);
  await migrate(database, storeMigrations);
});
afterAll(async () => {
  await notices?.close();
  await database?.close();
  await place?.remove();
});

/** Sets how many seconds ago the replica was last seen. */
async function lives(id: string, secondsAgo: number): Promise<unknown> {
  await place.sql(`INSERT INTO replica VALUES ('${id}', call_now() - ${secondsAgo * 1000})
    ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms`);
  return (await place.sql(`SELECT replica_lives('${id}') AS lives`))[0]?.['lives'];
}

const listen = () =>
  listenForNotifications({
    url: place.url,
    channel: 'somewhere',
    replica,
    onListening: () => undefined,
    onNotification: () => undefined,
    onBeat: () => undefined,
  });

describe('a replica counts as gone (decision 0034)', () => {
  it('when it has not shown itself for a minute, even if it is connected', async () => {
    notices = await listen();
    expect(await lives(replica, 30)).toBe(true);
    expect(await lives(replica, 61)).toBe(false);
  });

  it('after 20 seconds when its connection is lost too', async () => {
    expect(await lives('another', 10)).toBe(true);
    expect(await lives('another', 21)).toBe(false);
    await notices?.close();
    await expect.poll(() => lives(replica, 30)).toBe(false);
  });

  it('a replica that replaces a lost connection still counts', async () => {
    notices = await listen();
    await place.disconnect();
    expect(await lives(replica, 15)).toBe(true);
    await expect.poll(() => lives(replica, 30)).toBe(true);
  });
});
