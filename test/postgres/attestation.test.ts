import { attestationContract } from '../contract/attestation.contract.ts';
import { journalServersForFile } from '../support/postgres-journal.ts';

const onPostgres = journalServersForFile();

attestationContract('PostgreSQL', async () => {
  const { journal, close } = await (await onPostgres()).open();
  return { port: journal, close };
});
