import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { columnCipher } from '../../server/adapters/postgres/engine/column-cipher.ts';
import { connectPostgres } from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { postgresStores, storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { expectBoundOnce, legacy, usersContract } from '../contract/users.contract.ts';
import { freshDatabase } from '../support/postgres.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

usersContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.users,
  close: async () => {},
}));

describe('a user of a version that stored no identity', () => {
  it('gets an identity once in PostgreSQL, and all users must sign in again', async () => {
    const place = await freshDatabase();
    const database = await connectPostgres(place.url);
    const before = storeMigrations.map((group) =>
      group.name === 'vault' ? { ...group, migrations: group.migrations.slice(0, 1) } : group,
    );
    await migrate(database, before);
    const key = () => createSecretKey(randomBytes(32));
    const keys = { seal: key(), index: key() };
    const cipher = columnCipher(keys);
    const index = cipher.indexOf('users.login', legacy.login);
    const content = JSON.stringify([legacy.login, legacy.displayName]);
    await place.sql(
      `INSERT INTO users VALUES ('${legacy.id}', '${index}', true, '${legacy.createdAt}',
         decode('${Buffer.from(cipher.seal(['users', 'sealed', index], content)).toString('hex')}', 'hex'));
       INSERT INTO web_sessions VALUES ('c0', 'web_1', '${legacy.id}', '${legacy.createdAt}', '${legacy.createdAt}')`,
    );
    await migrate(database, storeMigrations);
    const { users, webSessions } = postgresStores(database, keys);
    expect(await webSessions.list({ notBefore: legacy.createdAt, limit: 9 })).toEqual([]);
    await expectBoundOnce(users);
    await database.close();
    await place.remove();
  });
});
