import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import {
  openJournal,
  type SqlcipherJournal,
} from '../../server/adapters/sqlcipher/journal/journal.ts';
import type { JournalData } from '../../server/adapters/sqlcipher/journal/journal-worker.ts';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { journalKeys } from '../../server/journal/index.ts';
import { removeFolder } from './remove-folder.ts';

/** A folder for one journal, with its key. */
export interface JournalFolder extends JournalData {
  remove(): Promise<void>;
}

export async function journalFolder(): Promise<JournalFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-journal-'));
  return {
    file: join(folder, 'journal.db'),
    headFile: join(folder, 'journal.head'),
    key: randomBytes(32),
    origin: 'audit.example/test',
    remove: () => removeFolder(folder),
  };
}

export function dataOf({ file, headFile, key, origin }: JournalData): JournalData {
  return { file, headFile, key, origin };
}

export function openAt(place: JournalData): Promise<SqlcipherJournal> {
  return openJournal(dataOf(place));
}

/** What someone with the key can do to a closed journal: the guards against slips are dropped first. */
export function tamper(place: JournalData, sql: string): void {
  const db = openDatabase({
    file: place.file,
    key: journalKeys(place.key).database,
    migrations: journalMigrations,
  });
  try {
    db.exec('DROP TRIGGER event_is_not_updated; DROP TRIGGER event_is_not_deleted;');
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** Number of the first page of a table in a closed journal, from 1. */
export function firstPageOf(place: JournalData, table: string): number {
  const { database: key } = journalKeys(place.key);
  const db = openDatabase({
    file: place.file,
    key,
    migrations: journalMigrations,
    readonly: true,
  });
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE name = ?';
  const page = db.prepare<[string], number>(sql).pluck().get(table) ?? 0;
  db.close();
  return page;
}
