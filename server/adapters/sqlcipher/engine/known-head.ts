import type Database from 'better-sqlite3-multiple-ciphers';
import type { JournalHead } from '../../../ports/journal.ts';
import { withDatabase } from './connection.ts';

/** A database that holds a copy of the journal head (decision 0055). */
export interface KnownHeadDatabase {
  readonly file: string;
  /** Raw 32-byte key. */
  readonly key: Uint8Array;
}

/** Stands for the head in a database that was deleted and created again, until a user acknowledges that. */
export const unacknowledgedHead: JournalHead = { size: -1, hash: '' };

const sql = {
  table: `CREATE TABLE IF NOT EXISTS known_journal_head (
            id INTEGER PRIMARY KEY CHECK (id = 1), size INTEGER NOT NULL, hash TEXT NOT NULL
          ) STRICT`,
  isThere: `SELECT count(*) FROM sqlite_schema WHERE name = 'known_journal_head'`,
  read: 'SELECT size, hash FROM known_journal_head',
  keep: 'INSERT OR REPLACE INTO known_journal_head (id, size, hash) VALUES (1, :size, :hash)',
} as const;

/** Methods for the thread that owns the database. */
export function knownHeadMethods(db: Database.Database) {
  db.exec(sql.table);
  const keep = db.prepare<[JournalHead]>(sql.keep);
  return {
    keep: ({ size, hash }: JournalHead): void => void keep.run({ size, hash }),
  };
}

/** The stored journal head; undefined when none was stored. */
export function readKnownHead(database: KnownHeadDatabase): JournalHead | undefined {
  return withDatabase(database, { writable: false }, (db) => {
    if (db.prepare(sql.isThere).pluck().get() === 0) return undefined;
    return db.prepare<[], JournalHead>(sql.read).get();
  });
}

/** Stores the journal head in a database that no thread has open. */
export function writeKnownHead(database: KnownHeadDatabase, head: JournalHead): void {
  withDatabase(database, { writable: true }, (db) => knownHeadMethods(db).keep(head));
}
