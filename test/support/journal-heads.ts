import { writeFileSync } from 'node:fs';
import type { JournalData } from '../../server/adapters/sqlcipher/journal/journal-worker.ts';
import { openHead } from '../../server/adapters/system/head-file.ts';
import { journalKeys } from '../../server/journal/index.ts';
import type { JournalHead } from '../../server/ports/journal.ts';

/** Writes a head as the journal would, whatever the file held before. */
export function putHead(place: JournalData, head: JournalHead): void {
  writeFileSync(place.headFile, '');
  const file = openHead(place.headFile, journalKeys(place.key).head);
  file.write(head);
  file.close();
}
