import { bearerTokensContract } from '../contract/bearer-tokens.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

bearerTokensContract('PostgreSQL', async () => {
  const { stores } = await onPostgres();
  return { port: { agents: stores.agents, tokens: stores.bearerTokens }, close: async () => {} };
});
