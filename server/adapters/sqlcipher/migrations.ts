import type Database from 'better-sqlite3-multiple-ciphers';

/**
 * Brings a database to the last of its numbered migrations: `migrations[n]` is the SQL that takes
 * `user_version` from n to n + 1. All run in one transaction, so a crash leaves the old version.
 * Throws when the file was written by a newer version of this program.
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

/** The number of migrations this database has seen. */
export function userVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
