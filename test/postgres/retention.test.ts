import { retentionContract } from '../contract/retention.contract.ts';
import { journalServersForFile } from '../support/postgres-journal.ts';

const onPostgres = journalServersForFile();

retentionContract('PostgreSQL', async () => {
  const { journal, close } = await (await onPostgres()).open();
  return {
    journal,
    retention: journal.retention,
    holds: journal.holds,
    close,
  };
});
