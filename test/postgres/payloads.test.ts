import { payloadsContract } from '../contract/payloads.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

payloadsContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.payloads,
  close: async () => {},
}));
