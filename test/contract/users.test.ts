import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { usersSql } from '../../server/adapters/sqlcipher/vault/users.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { memoryUsers } from '../support/memory/users.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';
import { expectBoundOnce, legacy, usersContract } from './users.contract.ts';

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

describe('a user of a version that stored no identity', () => {
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
});

// Counting all users happens at a sign-in and reads them all.
const { count: _, ...requestSql } = usersSql;

describe('no query of users in vault.db scans a whole table', () => {
  it.each(Object.entries(requestSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
