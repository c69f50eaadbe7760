import { openJournal } from '../../server/adapters/sqlcipher/journal/journal.ts';
import { deriveFileKey } from '../../server/adapters/system/key-derivation.ts';
import { loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import { dataFiles, journalOrigin } from '../../server/config/data-files.ts';
import type { JournalRecord } from '../../server/domain/event.ts';

/** The journal that a service which has ended left in its data folder. */
export async function journalAfterExit(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly JournalRecord[]> {
  const keys = await loadOrCreateKeys({ dataDir, env });
  if (!keys.ok) throw new Error('the service left no keys');
  const files = dataFiles(dataDir);
  const journal = await openJournal({
    file: files.journal,
    headFile: files.journalHead,
    key: deriveFileKey(keys.value.master, 'journal').reveal(),
    origin: journalOrigin,
  });
  const records: JournalRecord[] = [];
  while (records.length < journal.head().size)
    records.push(...(await journal.read({ from: records.length, limit: 10_000 })));
  await journal.close();
  return records;
}
