import type Database from 'better-sqlite3-multiple-ciphers';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { serveWriter } from '../engine/writer.ts';
import { callsMethods, callsMigrations, sessionErasureMethods } from './calls.ts';

/** The ports of the thread of `calls.db`. */
export type CallsStorePorts = ReturnType<typeof portsOf>;

function portsOf(db: Database.Database) {
  return {
    summaries: callsMethods(db),
    erasure: sessionErasureMethods(db),
    knownHead: knownHeadMethods(db),
  };
}

/** Lists and searches of calls read many pages. */
const cacheKb = 16_000;

serveWriter<{ file: string; key: Uint8Array }, CallsStorePorts>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: callsMigrations, cacheKb });
  // After a power failure the service folds lost rows from the journal again, so commits need no flush.
  db.pragma('synchronous=NORMAL');
  return {
    db,
    ports: portsOf(db),
    reads: [
      'summaries.get',
      'summaries.keyOf',
      'summaries.numberedKeys',
      'summaries.searchableSince',
      'summaries.list',
      'summaries.totals',
      'summaries.count',
      'summaries.steps',
      'summaries.sums',
      'summaries.foldedSeq',
    ],
  };
});
