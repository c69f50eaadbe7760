import type Database from 'better-sqlite3-multiple-ciphers';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { type ServedDatabase, serveDatabases } from '../engine/serve-databases.ts';
import type { WriterOptions } from '../engine/writer.ts';
import { callsMethods, callsMigrations, sessionErasureMethods } from './calls.ts';

/** The ports of `calls.db`. */
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

function callsDatabase({ file, key }: WriterOptions['data']): ServedDatabase<CallsStorePorts> {
  const db = openDatabase({ file, key, migrations: callsMigrations, cacheKb });
  // After a power failure the service folds lost rows from the journal again, so commits need no flush.
  db.pragma('synchronous=NORMAL');
  return {
    db,
    key,
    ports: portsOf(db),
    reads: [
      'summaries.get',
      'summaries.keyOf',
      'summaries.searchableSince',
      'summaries.list',
      'summaries.totals',
      'summaries.count',
      'summaries.steps',
      'summaries.sums',
      'summaries.foldedSeq',
    ],
  };
}

serveDatabases({ calls: callsDatabase });
