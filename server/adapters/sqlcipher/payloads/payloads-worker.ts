import type { Marks, Remarks } from '../../../ports/marks.ts';
import type { Payloads } from '../../../ports/payloads.ts';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { logClearer } from '../engine/log-clearer.ts';
import { type Local, serveWriter } from '../engine/writer.ts';
import { marksMethods } from './marks.ts';
import { payloadsMethods, payloadsMigrations } from './payloads.ts';
import { remarksMethods } from './remarks.ts';

/** The ports of the thread of `payloads.db`. */
export type PayloadsStorePorts = {
  readonly payloads: Local<Payloads>;
  readonly marks: Local<Marks>;
  readonly remarks: Local<Remarks>;
  readonly knownHead: ReturnType<typeof knownHeadMethods>;
};

serveWriter<{ file: string; key: Uint8Array }, PayloadsStorePorts>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: payloadsMigrations });
  // SQLite overwrites deleted data instead of only marking it free.
  db.pragma('secure_delete=ON');
  const log = logClearer(db);
  let erased = false;
  return {
    db,
    ports: {
      payloads: payloadsMethods(db, () => {
        erased = true;
      }),
      marks: marksMethods(db),
      remarks: remarksMethods(db),
      knownHead: knownHeadMethods(db),
    },
    reads: ['payloads.read', 'marks.list', 'marks.find', 'remarks.of'],
    afterCommit: () => {
      if (erased) log.clear();
      erased = false;
    },
    beforeClose: log.settle,
  };
});
