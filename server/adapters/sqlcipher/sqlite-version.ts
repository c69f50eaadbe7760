import Database from 'better-sqlite3-multiple-ciphers';

/** Of SQLite and of the encryption in it, such as `3.50.4, SQLite3 Multiple Ciphers 2.2.4`. */
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
