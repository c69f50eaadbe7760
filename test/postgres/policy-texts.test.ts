import { policyTextsContract } from '../contract/policy-texts.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

policyTextsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.policyTexts,
  close: async () => {},
}));
