import { agentsContract } from '../contract/agents.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

agentsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.agents,
  close: async () => {},
}));
