import { describe, expect, it } from 'vitest';
import { memoryLogins } from '../../server/adapters/memory/logins.ts';
import { memoryUsers } from '../../server/adapters/memory/users.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/connection.ts';
import { loginsMethods, loginsSql } from '../../server/adapters/sqlcipher/logins-methods.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault-migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault-store.ts';
import { storesForFile } from '../support/postgres-stores.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';
import { loginsContract } from './logins.contract.ts';

loginsContract('memory', async () => {
  const users = memoryUsers();
  return { port: memoryLogins(users), users, close: async () => {} };
});

loginsContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.logins,
    users: store.users,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

const onPostgres = storesForFile();

loginsContract('PostgreSQL', async () => {
  const { stores } = await onPostgres();
  return { port: stores.logins, users: stores.users, close: async () => {} };
});

describe('vault.db: no query of logins walks a whole table', () => {
  it.each(Object.entries(loginsSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});

describe('vault.db from before sessions had ids', () => {
  it('keeps its cookies, each session with an id of its own', async () => {
    const place = await encryptedFile('vault.db');
    const key = place.key.reveal();
    const before = openDatabase({ file: place.file, key, migrations: vaultMigrations.slice(0, 1) });
    const at = '2026-11-21T09:00:00.000Z';
    before.exec(`INSERT INTO users VALUES ('usr_1', 'ada', 'Ada', 1, '${at}');
                 INSERT INTO web_sessions VALUES ('aa', 'usr_1', '${at}'), ('bb', 'usr_1', '${at}')`);
    before.close();
    const after = openDatabase({ file: place.file, key, migrations: vaultMigrations });
    const { findSession, listWebSessions } = loginsMethods(after);
    expect(findSession({ cookieHash: 'aa', notBefore: at })?.session).toEqual({
      id: expect.stringMatching(/^web_[0-7][0-9A-F]{25}$/),
      cookieHash: 'aa',
      userId: 'usr_1',
      startedAt: at,
      lastSeenAt: at,
    });
    const ids = listWebSessions({ notBefore: at, limit: 9 }).map(({ session }) => session.id);
    expect(new Set(ids).size).toBe(2);
    after.close();
    await place.remove();
  });
});
