import { canonicalJson, storedRecord } from '../../journal/index.ts';
import { openDatabase } from './connection.ts';
import { journalKeys } from './journal-keys.ts';
import { journalMigrations } from './journal-migrations.ts';
import type { RawRecord } from './journal-store.ts';

/**
 * The whole journal, one record a line in canonical JSON, `curr_hash` included, each line ending in
 * a newline: enough to verify the chain without this program. Reads one snapshot, writes nothing.
 */
export function* exportJournal(source: { file: string; key: Uint8Array }): Generator<string> {
  const db = openDatabase({
    file: source.file,
    key: journalKeys(source.key).database,
    migrations: journalMigrations,
    readonly: true,
  });
  try {
    const rows = db.prepare('SELECT body, curr_hash FROM event ORDER BY seq').raw().iterate();
    for (const [body, currHash] of rows as IterableIterator<RawRecord>) {
      yield `${canonicalJson(storedRecord(body, currHash))}\n`;
    }
  } finally {
    db.close();
  }
}
