import { describe, expect, it } from 'vitest';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { webSessionsSql } from '../../server/adapters/sqlcipher/vault/web-sessions.ts';
import { memoryUsers, memoryWebSessions } from '../support/memory/users.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';
import { webSessionsContract } from './web-sessions.contract.ts';

webSessionsContract('memory', async () => {
  const users = memoryUsers();
  return { port: memoryWebSessions(users), users, close: async () => {} };
});

webSessionsContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.webSessions,
    users: store.users,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('no query of web sessions in vault.db scans a whole table', () => {
  it.each(Object.entries(webSessionsSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
