import { openDatabase } from './connection.ts';
import { payloadsMethods } from './payloads-methods.ts';
import { payloadsMigrations } from './payloads-migrations.ts';
import { serveWriter } from './writer.ts';

/** What the thread of `payloads.db` can be asked. */
export type PayloadsStoreMethods = ReturnType<typeof payloadsMethods>;

serveWriter<{ file: string; key: Uint8Array }, PayloadsStoreMethods>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: payloadsMigrations });
  // What is deleted is overwritten, not only marked as free.
  db.pragma('secure_delete=ON');
  let erased = false;
  return {
    db,
    methods: payloadsMethods(db, () => {
      erased = true;
    }),
    reads: ['read'],
    afterCommit: () => {
      if (!erased) return;
      // The log still holds the pages as they were; a reader may make this wait for the next time.
      db.pragma('wal_checkpoint(TRUNCATE)');
      erased = false;
    },
  };
});
