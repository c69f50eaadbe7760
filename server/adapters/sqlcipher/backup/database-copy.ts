import { closeSync, openSync } from 'node:fs';
import { openDatabase, userVersion, withDatabase } from '../engine/connection.ts';

interface KeyedFile {
  readonly file: string;
  /** Raw 32-byte key. */
  readonly key: Uint8Array;
}

const readOnly = { writable: false };
const ownerOnly = 0o600;

/**
 * Copies a snapshot of the database to the new file `target`, encrypted with the same key or with
 * `targetKey`. The database may be in use; SQLite writes nothing to it. The copy is not flushed on return.
 */
export function copyDatabase(source: KeyedFile, target: string, targetKey = source.key): void {
  // SQLite fills this empty file, so only its owner can ever read it.
  closeSync(openSync(target, 'wx', ownerOnly));
  withDatabase(source, readOnly, (db) => db.prepare('VACUUM INTO ?').run(target));
  if (targetKey !== source.key) changeKey({ file: target, key: source.key }, targetKey);
}

/** Encrypts a database with another key and verifies it. No other connection may be open. */
export function changeKey(database: KeyedFile, key: Uint8Array): void {
  withDatabase(database, { writable: true }, (db) => {
    // A write-ahead log would keep pages under the old key.
    db.pragma('journal_mode=DELETE');
    db.pragma(`rekey="x'${Buffer.from(key).toString('hex')}'"`);
  });
  if (!isSound({ file: database.file, key })) throw new Error(`${database.file}: not rekeyed`);
}

/** True when every page is readable with this key and consistent; throws when the file does not open. */
export function isSound(database: KeyedFile): boolean {
  return withDatabase(
    database,
    readOnly,
    (db) => db.pragma('quick_check', { simple: true }) === 'ok',
  );
}

/** Runs the outstanding migrations of a copy; false when a newer program wrote it. */
export function migrateCopy(database: KeyedFile, migrations: readonly string[]): boolean {
  if (withDatabase(database, readOnly, userVersion) > migrations.length) return false;
  openDatabase({ ...database, migrations }).close();
  return true;
}

/** The first candidate that opens the file. */
export function findOpeningKey(
  file: string,
  candidates: readonly Pick<KeyedFile, 'key'>[],
): Uint8Array | undefined {
  return candidates.find(({ key }) => {
    try {
      withDatabase({ file, key }, readOnly, () => undefined);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'SQLITE_NOTADB') throw error;
      return false;
    }
  })?.key;
}
