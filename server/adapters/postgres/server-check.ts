/** What the server says of itself, as `settingsSql` asks it. */
export interface ServerSettings {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly readOnly: string;
}

const oldestVersion = 140_000;

export const settingsSql = `
  SELECT current_setting('server_version_num')::int AS version,
         current_setting('server_encoding') AS encoding,
         current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('transaction_read_only') AS "readOnly"`;

/**
 * Why nothing can be kept on this server; undefined when it can. A commit must be on disk when it
 * returns (design D22). All values of `synchronous_commit` but `off` wait for this server's own disk;
 * which standbys are waited for as well is the operator's choice.
 */
export function unusableReason(server: ServerSettings): string | undefined {
  const { version, encoding, fsync, synchronousCommit, readOnly } = server;
  if (version < oldestVersion) return 'it is older than PostgreSQL 14';
  if (encoding !== 'UTF8') return 'its encoding is not UTF8: make the database with ENCODING UTF8';
  if (fsync !== 'on') return 'fsync is off: it would lose what it said was written';
  if (synchronousCommit === 'off') {
    return 'synchronous_commit is off: it would lose what it said was written';
  }
  if (readOnly !== 'off') return 'it takes no writes: it is a standby, or read-only by default';
  return undefined;
}
