import { documentsContract } from '../contract/documents.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

documentsContract('PostgreSQL', async () => {
  const { stores } = await onPostgres();
  return { port: stores.documents, close: async () => {} };
});
