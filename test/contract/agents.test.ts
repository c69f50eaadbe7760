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

describe('a vault.db of the first version', () => {
  it('opens, and its agents have no call settings', async () => {
    const place = await encryptedFile('vault.db');
    const old = openDatabase({
      file: place.file,
      key: place.key.reveal(),
      migrations: vaultMigrations.slice(0, 1),
    });
    old
      .prepare(
        `INSERT INTO agents (id, name, name_folded, upstream, token_guidance, created_at)
         VALUES (:id, :name, lower(:name), :upstream, 0, :createdAt)`,
      )
      .run(agent(1));
    old.close();
    const store = await openVaultStore(place);
    expect(await store.agents.get(agent(1).id)).toEqual(agent(1));
    await store.close();
    await place.remove();
  });
});
