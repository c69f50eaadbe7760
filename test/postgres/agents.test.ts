import { describe, expect, it } from 'vitest';
import type { Agent } from '../../server/domain/agent.ts';
import { agent, agentsContract } from '../contract/agents.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

agentsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.agents,
  close: async () => {},
}));

describe('agents that an earlier version stored', () => {
  it.each([
    { policyYaml: null, policyVersion: 0 },
    { policyYaml: 'name: own\n', policyVersion: 1 },
  ])('an own policy has number 1: $policyYaml', async ({ policyYaml, policyVersion }) => {
    const { agents } = (await onPostgres()).stores;
    const { policyVersion: _, ...earlier } = agent(1, { policyYaml });
    await agents.create(earlier as Agent);
    expect((await agents.get(earlier.id))?.policyVersion).toBe(policyVersion);
  });
});
