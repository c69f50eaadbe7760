import { webSessionsContract } from '../contract/web-sessions.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

webSessionsContract('PostgreSQL', async () => {
  const { stores } = await onPostgres();
  return { port: stores.webSessions, users: stores.users, close: async () => {} };
});
