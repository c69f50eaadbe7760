import type { Marks } from '../../../ports/marks.ts';
import type { Payloads } from '../../../ports/payloads.ts';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { logClearer } from '../engine/log-clearer.ts';
import type { ServedDatabase } from '../engine/serve-databases.ts';
import type { Local, WriterOptions } from '../engine/writer.ts';
import { marksMethods } from './marks.ts';
import { payloadsMethods, payloadsMigrations } from './payloads.ts';

/** The ports of `payloads.db`. */
export type PayloadsStorePorts = {
  readonly payloads: Local<Payloads>;
  readonly marks: Local<Marks>;
  readonly knownHead: ReturnType<typeof knownHeadMethods>;
};

/** `payloads.db` in the thread that writes it. */
export function payloadsDatabase({
  file,
  key,
}: WriterOptions['data']): ServedDatabase<PayloadsStorePorts> {
  const db = openDatabase({ file, key, migrations: payloadsMigrations });
  // SQLite overwrites deleted data instead of only marking it free.
  db.pragma('secure_delete=ON');
  const log = logClearer(db);
  let erased = false;
  return {
    db,
    key,
    ports: {
      payloads: payloadsMethods(db, () => {
        erased = true;
      }),
      marks: marksMethods(db),
      knownHead: knownHeadMethods(db),
    },
    reads: ['payloads.read', 'marks.list', 'marks.find'],
    afterCommit: () => {
      if (erased) log.clear();
      erased = false;
    },
    beforeClose: log.settle,
  };
}
