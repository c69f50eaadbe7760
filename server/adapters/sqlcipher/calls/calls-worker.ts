import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { serveWriter } from '../engine/writer.ts';
import { callsMethods, callsMigrations, sessionErasureMethods } from './calls.ts';

/** What the thread of `calls.db` can be asked. */
export type CallsStoreMethods = ReturnType<typeof callsMethods> &
  ReturnType<typeof sessionErasureMethods> &
  ReturnType<typeof knownHeadMethods>;

serveWriter<{ file: string; key: Uint8Array }, CallsStoreMethods>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: callsMigrations });
  // A commit lost with the power is folded from the journal again; it needs no flush of its own.
  db.pragma('synchronous=NORMAL');
  return {
    db,
    methods: { ...callsMethods(db), ...sessionErasureMethods(db), ...knownHeadMethods(db) },
    reads: ['getSession', 'keyOf', 'listSessions', 'totals', 'count', 'foldedSeq'],
  };
});
