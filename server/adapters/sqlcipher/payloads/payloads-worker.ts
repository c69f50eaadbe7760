import type Database from 'better-sqlite3-multiple-ciphers';
import type { Payloads } from '../../../ports/payloads.ts';
import { openDatabase } from '../engine/connection.ts';
import { type Local, serveWriter } from '../engine/writer.ts';
import { payloadsMethods, payloadsMigrations } from './payloads.ts';

/** The ports of the thread of `payloads.db`. */
export type PayloadsStorePorts = { readonly payloads: Local<Payloads> };

serveWriter<{ file: string; key: Uint8Array }, PayloadsStorePorts>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: payloadsMigrations });
  // SQLite overwrites deleted data instead of only marking it free.
  db.pragma('secure_delete=ON');
  const clearLog = logClearer(db);
  let erased = false;
  return {
    db,
    ports: {
      payloads: payloadsMethods(db, () => {
        erased = true;
      }),
    },
    reads: ['payloads.read'],
    afterCommit: () => {
      if (erased) clearLog();
      erased = false;
    },
  };
});

/** Pause between two attempts while a reader uses the log, in milliseconds. */
const retryMs = 250;

/** Empties the write-ahead log, which still holds old pages: now, or as soon as no reader uses it. */
function logClearer(db: Database.Database): () => void {
  const waitMs = Number(db.pragma('busy_timeout', { simple: true }));
  let retry: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(retry);
    if (!db.open) return;
    // A long reader, such as a backup, must delay no call.
    db.pragma('busy_timeout=0');
    const busy = db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0;
    db.pragma(`busy_timeout=${waitMs}`);
    if (busy) retry = setTimeout(clear, retryMs).unref();
  };
  return clear;
}
