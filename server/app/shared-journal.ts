import type { PostgresDatabase } from '../adapters/postgres/connection.ts';
import { openJournal, type PostgresJournal } from '../adapters/postgres/journal.ts';
import { headWriteSteps, openHead } from '../adapters/sqlcipher/head-file.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import { backgroundFlush } from '../adapters/system/flush-behind.ts';
import { createIds } from '../adapters/system/ids.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import { dataFiles, journalOrigin } from '../config/data-files.ts';
import type { Secret } from '../domain/secret.ts';
import { type JournalKeys, journalKeys } from '../journal/index.ts';

/** A shared database, and the folder of the replica that uses it. */
export interface ReplicaStorage {
  readonly url: Secret<string>;
  readonly database: PostgresDatabase;
  readonly dataDir: string;
}

/**
 * Opens the journal of a migrated database. The highest head that this replica has seen is kept in its
 * folder, which no other process may use meanwhile.
 */
export function openSharedJournal(place: ReplicaStorage, keys: KeyRoots): Promise<PostgresJournal> {
  const { url, database, dataDir } = place;
  const [key, databaseKey] = rootsOf(keys);
  // The server keeps the records: no append waits for this disk (decision 0027).
  const steps = { ...headWriteSteps, sync: backgroundFlush() };
  const mark = openHead(dataFiles(dataDir).journalHead, sharedJournalKeys(keys).head, steps);
  const origin = journalOrigin;
  return openJournal({ url, database, key, databaseKey, origin, ids: createIds(), seenHeadFile: mark });
}

/** What the journal signs and seals with; the same as in local files. */
export function sharedJournalKeys(keys: KeyRoots): JournalKeys {
  return journalKeys(...rootsOf(keys));
}

function rootsOf({ master, database }: KeyRoots): readonly [key: Buffer, databaseKey: Buffer] {
  return [deriveFileKey(master, 'journal').reveal(), deriveFileKey(database, 'journal').reveal()];
}
