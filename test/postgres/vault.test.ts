import { vaultContract } from '../contract/vault.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

vaultContract('PostgreSQL', async () => ({
  port: (await onPostgres()).stores.vault,
  close: async () => {},
}));
