import type { PostgresDatabase } from './connection.ts';
import { statement } from './statement.ts';

/** Whether a database answered the last probe. */
export interface Reachability {
  lost(): boolean;
  stop(): void;
}

/** Interval of the probes in milliseconds; a probe that still waits counts as failed. */
const probeMs = 2_000;

/** Probes the server in the background, so that a health check need not wait for it. */
export function watchReachability(database: PostgresDatabase): Reachability {
  let lost = false;
  let probing = false;
  const probe = async () => {
    if (probing) lost = true;
    else {
      probing = true;
      lost = await database.run('SELECT').then(
        () => false,
        () => true,
      );
      probing = false;
    }
  };
  const timer = setInterval(() => void probe(), probeMs).unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}

const sql = {
  version: statement<[], { readonly version: string }>(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
  ),
  tables: statement<[], { readonly name: string; readonly bytes: number }>(
    `SELECT relname::text AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())
     ORDER BY bytes DESC, name`,
  ),
};

/** Version of the server, such as `18.4`. */
export async function serverVersion(database: PostgresDatabase): Promise<string> {
  return (await database.row(sql.version, []))?.version ?? '';
}

/** Size of each table with its indexes, in bytes, largest first. */
export function tableSizes(database: PostgresDatabase) {
  return database.rows(sql.tables, []);
}
