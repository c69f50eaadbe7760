import { describe, expect, it } from 'vitest';
import { memoryLogins } from '../../server/adapters/memory/logins.ts';
import { loginsSql } from '../../server/adapters/sqlcipher/logins-methods.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault-migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault-store.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';
import { loginsContract } from './logins.contract.ts';

loginsContract('memory', async () => ({ port: memoryLogins(), close: async () => {} }));

loginsContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.logins,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

// Counting all users happens at a sign-in and reads them all.
const { countUsers: _, ...requestSql } = loginsSql;

describe('vault.db: no query of logins walks a whole table', () => {
  it.each(Object.entries(requestSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
