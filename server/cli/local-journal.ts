import type { JournalOptions } from '../adapters/sqlcipher/journal.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import { knownHeads } from '../app/known-heads.ts';
import { type DataFiles, journalOrigin } from '../config/data-files.ts';
import type { ExitCode } from './exit.ts';
import { type LocalData, loadLocalData } from './local-data.ts';

/** The journal of the data folder, for commands that work on it; else complains and says how to exit. */
export async function loadJournalOptions(): Promise<JournalOptions | ExitCode> {
  const data = await loadLocalData('journal');
  return typeof data === 'number' ? data : journalOptionsWithHeads(data);
}

/** How it is opened to be held against what the other databases know of it (decision 0055). */
export function journalOptionsWithHeads({ files, keys }: Pick<LocalData, 'files' | 'keys'>): JournalOptions {
  const { heads, vaultIsMissing } = knownHeads(files, keys.database);
  return { ...journalOptionsOf(files, keys), knownHeads: heads, vaultIsMissing };
}

/** How a journal of this installation is opened. */
export function journalOptionsOf(
  files: Pick<DataFiles, 'journal' | 'journalHead'>,
  { master, database }: Pick<KeyRoots, 'master' | 'database'>,
): JournalOptions {
  return {
    file: files.journal,
    headFile: files.journalHead,
    key: deriveFileKey(master, 'journal').reveal(),
    databaseKey: deriveFileKey(database, 'journal').reveal(),
    origin: journalOrigin,
  };
}
