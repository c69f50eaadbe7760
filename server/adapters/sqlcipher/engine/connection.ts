import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';

/** Versions of SQLite and of its encryption, such as `3.50.4, SQLite3 Multiple Ciphers 2.2.4`. */
export function sqliteVersion(): string {
  const db = new Database(':memory:');
  try {
    return String(
      db.prepare("SELECT sqlite_version() || ', ' || sqlite3mc_version()").pluck().get(),
    );
  } finally {
    db.close();
  }
}

/**
 * Runs the outstanding migrations: `migrations[n]` is the SQL from `user_version` n to n + 1. All run in
 * one transaction, so a crash leaves the old version. Throws when a newer version of this program wrote
 * the file.
 */
export function migrate(db: Database.Database, migrations: readonly string[]): void {
  const found = userVersion(db);
  if (found > migrations.length) {
    throw new Error(`${db.name} has version ${found}; this program knows ${migrations.length}`);
  }
  if (found === migrations.length) return;
  db.transaction(() => {
    for (const sql of migrations.slice(found)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).exclusive();
}

/** The number of migrations that have run in this database. */
export function userVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

export interface ConnectionOptions {
  readonly file: string;
  /** Raw 32-byte key: without a passphrase to stretch, opening takes under a millisecond. */
  readonly key: Uint8Array;
  /** See `migrate`. */
  readonly migrations: readonly string[];
  /** The file must exist and have the last version; SQLite writes nothing to it. */
  readonly readonly?: boolean;
  /** Memory for decrypted pages, in kB; default `defaultCacheKb`. */
  readonly cacheKb?: number;
}

/** Node-API level of the database binding; an older runtime crashes in it. */
const requiredNapi = 10;
const keyBytes = 32;
/** Pages (80 MB) before a commit runs a WAL checkpoint itself. Idle time or `walCheckpointer` is earlier. */
const autocheckpointPages = 20_000;
const busyTimeoutMs = 5_000;
/** Appends and look-ups by key need the upper pages of a tree only; more is for queries over whole tables. */
const defaultCacheKb = 2_000;
const plainHeader = 'SQLite format 3\0';

/**
 * Opens a SQLCipher 4 database with WAL and `synchronous=FULL` (design D22): when a commit returns, it is
 * on disk. Throws when the runtime is too old, the key is wrong, or the file is no encrypted database.
 */
export function openDatabase(options: ConnectionOptions): Database.Database {
  checkRuntime();
  if (options.key.byteLength !== keyBytes) {
    throw new Error(`a database key has ${keyBytes} bytes, this one ${options.key.byteLength}`);
  }
  if (options.readonly)
    return openWith(options, (db) => checkVersion(db, options.migrations.length));
  const open = () => openWith(options, (db) => prepare(db, options.migrations));
  if (isNew(options.file)) {
    open().close();
    // Only while the file is closed: closing any handle of a file releases this process's locks on it.
    checkEncrypted(options.file);
  }
  return open();
}

/**
 * Opens another connection for WAL checkpoints. Commits of the writer never wait for it, and a checkpoint
 * stops at pages that a reader needs.
 */
export function openForWalCheckpoint(
  options: Pick<ConnectionOptions, 'file' | 'key'>,
): Database.Database {
  return openWith(options, (db) => db.pragma('synchronous=FULL'));
}

/** Uses a database of any version without a migration: to copy it, or, `writable`, to change it. */
export function withDatabase<T>(
  options: Pick<ConnectionOptions, 'file' | 'key'>,
  access: { readonly writable: boolean },
  use: (db: Database.Database) => T,
): T {
  checkRuntime();
  const { file, key } = options;
  const db = openWith({ file, key, readonly: !access.writable }, () => undefined);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

function openWith(
  { file, key, readonly = false, cacheKb = defaultCacheKb }: Omit<ConnectionOptions, 'migrations'>,
  prepared: (db: Database.Database) => void,
): Database.Database {
  const db = new Database(file, { readonly, fileMustExist: readonly, timeout: busyTimeoutMs });
  try {
    unlock(db, key);
    db.pragma(`cache_size=-${cacheKb}`);
    prepared(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function checkRuntime(): void {
  const napi = Number(process.versions['napi'] ?? 0);
  if (napi < requiredNapi) {
    throw new Error(
      `the database needs Node-API ${requiredNapi}; Node ${process.version} offers ${napi}: use Node 24`,
    );
  }
}

function isNew(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** SQLite ignores unknown cipher pragmas silently, so this reads each setting back. */
function unlock(db: Database.Database, key: Uint8Array): void {
  db.pragma("cipher='sqlcipher'");
  db.pragma('legacy=4');
  db.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`);
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (cause) {
    throw openFailure(db.name, cause);
  }
  const cipher = db.prepare("SELECT sqlite3mc_config('cipher')").pluck().get();
  const legacy = db.prepare("SELECT sqlite3mc_config('sqlcipher', 'legacy')").pluck().get();
  if (cipher !== 'sqlcipher' || Number(legacy) !== 4) {
    throw new Error('the database library does not offer SQLCipher 4');
  }
}

/** A wrong key and a wrong file look the same. Other errors, such as a full disk, have another cause. */
function openFailure(file: string, cause: unknown): Error {
  const found = cause instanceof Database.SqliteError ? cause.code : 'unknown';
  const [code, what] = /^SQLITE_(NOTADB|CORRUPT)/.test(found)
    ? ['SQLITE_NOTADB', 'wrong key, or not an encrypted database']
    : ['SQLITE_CANTOPEN', `cannot be opened (${found})`];
  return Object.assign(new Error(`${file}: ${what}`, { cause }), { code });
}

function prepare(db: Database.Database, migrations: readonly string[]): void {
  if (db.pragma('journal_mode=WAL', { simple: true }) !== 'wal') {
    throw new Error(`${db.name}: write-ahead logging is not available here`);
  }
  db.pragma('synchronous=FULL');
  db.pragma(`wal_autocheckpoint=${autocheckpointPages}`);
  db.pragma('temp_store=MEMORY');
  db.pragma('foreign_keys=ON');
  migrate(db, migrations);
}

function checkVersion(db: Database.Database, wanted: number): void {
  const found = userVersion(db);
  if (found === wanted) return;
  const error = new Error(`${db.name} has version ${found}, not ${wanted}`);
  throw Object.assign(error, { code: 'SVC_DATABASE_VERSION', path: db.name });
}

/** An encrypted file begins with a random salt. */
function checkEncrypted(file: string): void {
  const start = Buffer.alloc(plainHeader.length);
  const fd = openSync(file, 'r');
  try {
    readSync(fd, start, 0, start.length, 0);
  } finally {
    closeSync(fd);
  }
  if (start.toString('latin1') === plainHeader) throw new Error(`${file} is not encrypted`);
}
