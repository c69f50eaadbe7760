import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { serveWriter } from '../engine/writer.ts';
import { callsMethods, callsMigrations, sessionErasureMethods } from './calls.ts';

/** The methods of the thread of `calls.db`. */
export type CallsStoreMethods = ReturnType<typeof callsMethods> &
  ReturnType<typeof sessionErasureMethods> &
  ReturnType<typeof knownHeadMethods>;

serveWriter<{ file: string; key: Uint8Array }, CallsStoreMethods>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: callsMigrations });
  // After a power failure the service folds lost rows from the journal again, so commits need no flush.
  db.pragma('synchronous=NORMAL');
  return {
    db,
    methods: { ...callsMethods(db), ...sessionErasureMethods(db), ...knownHeadMethods(db) },
    reads: ['getSession', 'keyOf', 'listSessions', 'totals', 'count', 'foldedSeq'],
  };
});
