import { journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryJournal } from '../support/memory/journal.ts';
import { attestationContract } from './attestation.contract.ts';

attestationContract('memory', async () => ({ port: memoryJournal(), close: async () => {} }));

attestationContract('SQLCipher', async () => {
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
