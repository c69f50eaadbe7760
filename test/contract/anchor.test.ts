import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryJournal } from '../support/memory/journal.ts';
import { journalServersForFile } from '../support/postgres-journal.ts';
import { anchorContract } from './anchor.contract.ts';

anchorContract('memory', async () => ({ port: memoryJournal(), close: async () => {} }));

anchorContract('SQLCipher', async () => {
  const place = await journalFolder();
  const journal = await openAt(place);
  return {
    port: journal,
    close: async () => {
      await journal.close();
      await place.remove();
    },
  };
});

const onPostgres = journalServersForFile();

anchorContract('PostgreSQL', async () => {
  const { journal, close } = await (await onPostgres()).open();
  return { port: journal, close };
});
