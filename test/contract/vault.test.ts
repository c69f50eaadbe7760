import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { indexesSql } from '../../server/adapters/sqlcipher/vault/known-indexes.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { vaultSql } from '../../server/adapters/sqlcipher/vault/vault.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { Secret } from '../../server/domain/secret.ts';
import { memoryVault } from '../support/memory/vault.ts';
import { bytesOnDisk, costlySteps, type EncryptedFile, encryptedFile } from './encrypted-files.ts';
import { vaultContract } from './vault.contract.ts';

vaultContract('memory', async () => ({ port: memoryVault(), close: async () => {} }));

vaultContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.vault,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('interned values in vault.db survive the process and need its key', () => {
  const agent = 'agt_01KAHZ0000000000000000AAAA';
  const entries = ['marigold quennell', '555-0142', 'm.quennell@example.com'].map(
    (surface, number) => ({
      index: String(number).padStart(64, 'a'),
      token: `TOK1.NAME.K_HEALTHCARE.${number}ZZZZZZZZZZZZZZZZZZZ`,
      kind: 'NAME',
      kid: 'K_HEALTHCARE',
      surface,
    }),
  );
  const tokens = entries.map((entry) => entry.token);
  let place: EncryptedFile;
  beforeAll(async () => {
    place = await encryptedFile('vault.db');
    const store = await openVaultStore(place);
    await (await store.vault.intern(agent, entries)).durable;
    const db = openDatabase({ ...place, key: place.key.reveal(), migrations: vaultMigrations });
    committed = Number(db.prepare('SELECT count(*) FROM vault').pluck().get());
    db.close();
    const open = await bytesOnDisk(place);
    await store.close();
    onDisk = Buffer.concat([open, await bytesOnDisk(place)]);
  });
  afterAll(() => place.remove());
  let onDisk: Buffer;
  let committed: number;

  it('has committed all values when `durable` resolves', () => {
    expect(committed).toBe(entries.length);
  });

  it('finds every value after the file is opened again', async () => {
    const store = await openVaultStore(place);
    const rows = await store.vault.find(tokens, agent);
    await store.close();
    expect(rows.map((row) => row?.surface)).toEqual(entries.map((entry) => entry.surface));
  });

  it('leaves no surface form, token or table name in the bytes on disk', () => {
    expect(onDisk.byteLength).toBeGreaterThan(4096);
    const legible = [...entries.map((entry) => entry.surface), ...tokens, 'vault_use', 'SQLite'];
    expect(legible.filter((text) => onDisk.includes(text))).toEqual([]);
  });

  it('does not open with another key', async () => {
    const key = new Secret(Buffer.alloc(32, 7));
    await expect(openVaultStore({ file: place.file, key })).rejects.toThrow();
  });
});

describe('no query of a request in vault.db scans a whole table', () => {
  it.each(Object.entries({ ...vaultSql, ...indexesSql }))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
