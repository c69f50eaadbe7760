import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { agentsSql } from '../../server/adapters/sqlcipher/vault/agents.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { openVaultStore } from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { memoryAgents } from '../support/memory/agents.ts';
import { agent, agentsContract } from './agents.contract.ts';
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

describe('no query of agents in vault.db scans a whole table', () => {
  it.each(Object.entries(agentsSql))('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});

describe('a vault.db of an earlier version', () => {
  it.each([1, 9])(
    'of %i migrations opens: no call settings, and own policies have number 1',
    async (made) => {
      const place = await encryptedFile('vault.db');
      const migrations = vaultMigrations.slice(0, made);
      const old = openDatabase({ file: place.file, key: place.key.reveal(), migrations });
      const own = agent(2, { policyYaml: 'name: own\n' });
      const add = old.prepare(
        `INSERT INTO agents (id, name, name_folded, upstream, policy_yaml, token_guidance, created_at)
       VALUES (:id, :name, lower(:name), :upstream, :policyYaml, 0, :createdAt)`,
      );
      for (const one of [agent(1), own]) add.run(one);
      old.close();
      const store = await openVaultStore(place);
      expect(await store.agents.get(agent(1).id)).toEqual(agent(1));
      expect(await store.agents.get(own.id)).toEqual({ ...own, policyVersion: 1 });
      await store.close();
      await place.remove();
    },
  );
});
