import { describe, expect, it } from 'vitest';
import { documentsSql } from '../../server/adapters/sqlcipher/vault/documents.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { memoryDocuments } from '../support/memory/documents.ts';
import { documentsContract } from './documents.contract.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';

documentsContract('memory', async () => ({ port: memoryDocuments(), close: async () => {} }));

documentsContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.documents,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('no query of documents in vault.db scans a whole table', () => {
  it.each(Object.entries(documentsSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
