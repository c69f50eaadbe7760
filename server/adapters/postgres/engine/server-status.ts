import type { PostgresDatabase } from './connection.ts';
import { statement } from './statement.ts';

/** Whether a database answered when it was last asked. */
export interface Reachability {
  lost(): boolean;
  stop(): void;
}

/** How often the server is asked, in milliseconds; a question that waits counts as no answer. */
const probeMs = 2_000;

/** Asks the server every now and then, so that health can be told without waiting for it. */
export function watchReachability(database: PostgresDatabase): Reachability {
  let lost = false;
  let asking = false;
  const ask = async () => {
    if (asking) lost = true;
    else {
      asking = true;
      lost = await database.run('SELECT').then(
        () => false,
        () => true,
      );
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), probeMs).unref();
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

/** What each table takes with its indexes, in bytes, largest first. */
export function tableSizes(database: PostgresDatabase) {
  return database.rows(sql.tables, []);
}
