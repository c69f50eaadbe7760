import { describe, expect, it } from 'vitest';
import { memoryAgents } from '../../server/adapters/memory/agents.ts';
import { agentsSql } from '../../server/adapters/sqlcipher/agents-methods.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault-migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault-store.ts';
import { agentsContract } from './agents.contract.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';

agentsContract('memory', async () => ({ port: memoryAgents(), close: async () => {} }));

agentsContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.agents,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('vault.db: no query of agents walks a whole table', () => {
  it.each(Object.entries(agentsSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
