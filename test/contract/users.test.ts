import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { columnCipher } from '../../server/adapters/postgres/engine/column-cipher.ts';
import { connectPostgres } from '../../server/adapters/postgres/engine/connection.ts';
import { migrate } from '../../server/adapters/postgres/engine/migrations.ts';
import { postgresStores, storeMigrations } from '../../server/adapters/postgres/stores.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { usersSql } from '../../server/adapters/sqlcipher/vault/users.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import type { KnownUser, Users } from '../../server/ports/users.ts';
import { memoryUsers } from '../support/memory/users.ts';
import { freshDatabase } from '../support/postgres.ts';
import { storesForFile } from '../support/postgres-stores.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';
import { usersContract } from './users.contract.ts';

usersContract('memory', async () => ({ port: memoryUsers(), close: async () => {} }));

usersContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.users,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

const onPostgres = storesForFile();

usersContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.users,
  close: async () => {},
}));

describe('a user of a version that stored no identity', () => {
  const legacy = {
    id: 'usr_01KAHZ0000000000000000AAAA',
    login: 'boss@clinic.example',
    displayName: 'Boss Example',
    role: 'admin',
    createdAt: '2026-11-21T09:00:00.000Z',
  } as const;
  const unidentified = { ...legacy, identity: null, emailVerified: false };
  const person = (subject: string): KnownUser => ({
    ...legacy,
    id: `usr_01KAHZ000000000000000${subject.toUpperCase().padEnd(5, '0')}`,
    identity: { issuer: 'https://id.example.com', subject },
    emailVerified: true,
    role: 'viewer',
  });

  /** What holds after the upgrade of either store. */
  async function expectBoundOnce(users: Users): Promise<void> {
    expect(await users.list({ limit: 9 })).toEqual([unidentified]);
    // Without proof of the login a new user is made, who is no admin.
    expect(await users.signIn(person('eve'), false)).toEqual(person('eve'));
    const bound = { ...person('boss'), id: legacy.id, role: 'admin' };
    expect(await users.signIn(person('boss'), true)).toEqual(bound);
    expect(await users.signIn(person('boss'), true)).toEqual(bound);
    // The next who has the address gets a record of their own.
    expect(await users.signIn(person('heir'), true)).toEqual(person('heir'));
    expect(await users.count()).toBe(3);
  }

  it('gets an identity once in SQLCipher, and all users must sign in again', async () => {
    const place = await encryptedFile('vault.db');
    const db = openDatabase({
      ...place,
      key: place.key.reveal(),
      migrations: vaultMigrations.slice(0, 3),
    });
    db.prepare('INSERT INTO users VALUES (?, ?, ?, 1, ?)').run(
      legacy.id,
      legacy.login,
      legacy.displayName,
      legacy.createdAt,
    );
    db.prepare("INSERT INTO web_sessions VALUES ('c0', 'web_1', ?, ?, ?)").run(
      legacy.id,
      legacy.createdAt,
      legacy.createdAt,
    );
    db.close();
    const store = await openVaultStore(place);
    expect(await store.webSessions.list({ notBefore: legacy.createdAt, limit: 9 })).toEqual([]);
    await expectBoundOnce(store.users);
    await store.close();
    await place.remove();
  });

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

// Counting all users happens at a sign-in and reads them all.
const { count: _, ...requestSql } = usersSql;

describe('no query of users in vault.db scans a whole table', () => {
  it.each(Object.entries(requestSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
