import { describe, expect, it } from 'vitest';
import { memoryUsers } from '../../server/adapters/memory/users.ts';
import { usersSql } from '../../server/adapters/sqlcipher/users-methods.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault-migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault-store.ts';
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

// Counting all users happens at a sign-in and reads them all.
const { count: _, ...requestSql } = usersSql;

describe('vault.db: no query of users walks a whole table', () => {
  it.each(Object.entries(requestSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
