import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../server/adapters/sqlcipher/engine/connection.ts';
import { type JournalFolder, journalFolder } from '../../../../support/journal-folder.ts';

const first = 'CREATE TABLE a (x INTEGER) STRICT';
const second = 'CREATE TABLE b (x INTEGER) STRICT';

describe('an SQLCipher database (design D22, D45)', () => {
  let place: JournalFolder;
  beforeEach(async () => {
    place = await journalFolder();
  });
  afterEach(() => place.remove());
  const open = (migrations: readonly string[], readonly = false) =>
    openDatabase({ file: place.file, key: place.key, migrations, readonly });

  it('uses WAL, syncs every commit, and leaves checkpoints to idle times', () => {
    const db = open([first]);
    const pragmas = ['journal_mode', 'synchronous', 'wal_autocheckpoint', 'busy_timeout'];
    expect(pragmas.map((name) => db.pragma(name, { simple: true }))).toEqual([
      'wal',
      2,
      20_000,
      5_000,
    ]);
    db.close();
  });

  it('is not a plain SQLite file', () => {
    open([first]).close();
    expect(readFileSync(place.file).toString('latin1')).not.toMatch(/SQLite format|CREATE TABLE/);
  });

  it('refuses a plain SQLite file', () => {
    new Database(place.file).exec(first).close();
    expect(() => open([first])).toThrow(/not an encrypted database/);
  });

  it('does not open with another key', () => {
    open([first]).close();
    const key = Buffer.alloc(32, 7);
    expect(() => openDatabase({ file: place.file, key, migrations: [first] })).toThrow(/wrong key/);
  });

  it('does not report a wrong key when the disk fails', () => {
    open([first]).close();
    mkdirSync(`${place.file}-wal`);
    const error = expect.objectContaining({
      message: `${place.file}: cannot be opened (SQLITE_CANTOPEN)`,
      code: 'SQLITE_CANTOPEN',
    });
    expect(() => open([first])).toThrow(error);
  });

  it('accepts only a key of 32 bytes', () => {
    const key = Buffer.alloc(16);
    expect(() => openDatabase({ file: place.file, key, migrations: [] })).toThrow(/32 bytes/);
  });

  it('runs each numbered migration once', () => {
    open([first]).close();
    const db = open([first, second]);
    expect(db.pragma('user_version', { simple: true })).toBe(2);
    db.close();
    open([first, second]).close();
  });

  it('rolls back all migrations when one fails', () => {
    open([first]).close();
    expect(() => open([first, second, 'not SQL'])).toThrow();
    const db = open([first]);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    db.close();
  });

  it('refuses a file of a newer program', () => {
    open([first, second]).close();
    expect(() => open([first])).toThrow(/version 2/);
  });

  it('opens read-only only a file that exists in the expected version, and writes nothing', () => {
    expect(() => open([first], true)).toThrow();
    open([first]).close();
    const db = open([first], true);
    expect(() => db.exec('INSERT INTO a VALUES (1)')).toThrow(/readonly/);
    db.close();
    expect(() => open([first, second], true)).toThrow(/version 1, not 2/);
  });

  it('does not open a damaged file', () => {
    open([first]).close();
    const bytes = readFileSync(place.file);
    writeFileSync(place.file, bytes.fill(0, 100, 200));
    expect(() => open([first])).toThrow();
  });

  it('names the runtime that it needs', () => {
    const found = Object.getOwnPropertyDescriptor(process.versions, 'napi') ?? {};
    Object.defineProperty(process.versions, 'napi', { ...found, value: '9' });
    try {
      expect(() => open([first])).toThrow(/use Node 24/);
    } finally {
      Object.defineProperty(process.versions, 'napi', found);
    }
  });
});
