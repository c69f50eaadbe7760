import { describe, expect, it } from 'vitest';
import { bearerTokensSql } from '../../server/adapters/sqlcipher/vault/bearer-tokens.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { memoryAgents, memoryBearerTokens } from '../support/memory/agents.ts';
import { bearerTokensContract } from './bearer-tokens.contract.ts';
import { costlySteps, encryptedFile } from './encrypted-files.ts';

bearerTokensContract('memory', async () => {
  const agents = memoryAgents();
  return { port: { agents, tokens: memoryBearerTokens(agents) }, close: async () => {} };
});

bearerTokensContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: { agents: store.agents, tokens: store.bearerTokens },
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('no query of bearer tokens in vault.db scans a whole table', () => {
  it.each(Object.entries(bearerTokensSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});
