import type { PostgresDatabase } from './connection.ts';
import { statement } from './statement.ts';

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
