import type Database from 'better-sqlite3-multiple-ciphers';
import { openDatabase } from '../engine/connection.ts';
import { serveWriter } from '../engine/writer.ts';
import { payloadsMethods, payloadsMigrations } from './payloads.ts';

/** What the thread of `payloads.db` can be asked. */
export type PayloadsStoreMethods = ReturnType<typeof payloadsMethods>;

serveWriter<{ file: string; key: Uint8Array }, PayloadsStoreMethods>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: payloadsMigrations });
  // What is deleted is overwritten, not only marked as free.
  db.pragma('secure_delete=ON');
  const clearLog = logClearer(db);
  let erased = false;
  return {
    db,
    methods: payloadsMethods(db, () => {
      erased = true;
    }),
    reads: ['read'],
    afterCommit: () => {
      if (erased) clearLog();
      erased = false;
    },
  };
});

/** How often the log is looked at again while somebody reads it, in milliseconds. */
const againMs = 250;

/** Empties the write-ahead log, which still holds pages as they were; now, or once nobody reads it. */
function logClearer(db: Database.Database): () => void {
  const waitMs = Number(db.pragma('busy_timeout', { simple: true }));
  let again: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(again);
    if (!db.open) return;
    // Somebody who reads for long, such as a backup, must hold up no call.
    db.pragma('busy_timeout=0');
    const busy = db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0;
    db.pragma(`busy_timeout=${waitMs}`);
    if (busy) again = setTimeout(clear, againMs).unref();
  };
  return clear;
}
