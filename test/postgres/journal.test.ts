import { journalContract } from '../contract/journal.contract.ts';
import { journalServersForFile } from '../support/postgres-journal.ts';

const onPostgres = journalServersForFile();

journalContract('PostgreSQL', async () => {
  const { journal, close } = await (await onPostgres()).open();
  return { port: journal, close };
});
