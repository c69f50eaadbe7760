import type Database from 'better-sqlite3-multiple-ciphers';
import { openDatabase } from '../engine/connection.ts';
import { knownHeadMethods } from '../engine/known-head.ts';
import { logClearer } from '../engine/log-clearer.ts';
import { serveWriter } from '../engine/writer.ts';
import { callWordsMethods } from './call-words.ts';
import { callsMethods, callsMigrations, sessionErasureMethods } from './calls.ts';

/** The ports of the thread of `calls.db`. */
export type CallsStorePorts = ReturnType<typeof portsOf>;

function portsOf(db: Database.Database, onErased: () => void) {
  const words = callWordsMethods(db, onErased);
  return {
    summaries: callsMethods(db),
    words,
    erasure: sessionErasureMethods(db, words),
    knownHead: knownHeadMethods(db),
  };
}

/** Lists and searches of calls read many pages. */
const cacheKb = 16_000;

serveWriter<{ file: string; key: Uint8Array }, CallsStorePorts>(({ file, key }) => {
  const db = openDatabase({ file, key, migrations: callsMigrations, cacheKb });
  // After a power failure the service folds lost rows from the journal again, so commits need no flush.
  db.pragma('synchronous=NORMAL');
  // SQLite overwrites deleted words instead of only marking them free, also as it merges parts of their index.
  db.pragma('secure_delete=ON');
  const log = logClearer(db);
  let erased = false;
  return {
    db,
    ports: portsOf(db, () => {
      erased = true;
    }),
    reads: [
      'words.due',
      'words.dueCount',
      'words.version',
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
    // Emptied, it holds no erased word, and a power failure brings none back.
    afterCommit: () => {
      if (erased) log.clear();
      erased = false;
    },
    beforeClose: log.settle,
  };
});
