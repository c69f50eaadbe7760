import type { Documents } from '../../../ports/documents.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import type { MigrationGroup } from '../engine/migrations.ts';
import { statement } from '../engine/statement.ts';

export const documentsMigrations: MigrationGroup = {
  name: 'documents',
  migrations: [
    `
    CREATE TABLE documents (
      name text COLLATE "C" PRIMARY KEY,
      version bigint NOT NULL,
      sealed bytea NOT NULL
    );
    `,
  ],
};

export const documentsSql = {
  read: statement<[name: string], { readonly version: number; readonly sealed: Buffer }>(
    'SELECT version, sealed FROM documents WHERE name = $1',
  ),
  add: statement<[name: string, sealed: Uint8Array]>(
    'INSERT INTO documents (name, version, sealed) VALUES ($1, 1, $2) ON CONFLICT DO NOTHING',
  ),
  replace: statement<[name: string, sealed: Uint8Array, replaces: number]>(
    'UPDATE documents SET version = version + 1, sealed = $2 WHERE name = $1 AND version = $3',
  ),
};

const cellOf = (name: string): CellAddress => ['documents', 'sealed', name];

/** Documents in PostgreSQL; their texts are sealed. */
export function postgresDocuments(connection: Connection, cipher: ColumnCipher): Documents {
  return {
    read: async (name) => {
      const row = await connection.row(documentsSql.read, [name]);
      return row && { version: row.version, text: cipher.open(cellOf(name), row.sealed) };
    },
    write: async (name, replaces, text) => {
      const sealed = cipher.seal(cellOf(name), text);
      const changes =
        replaces === 0
          ? connection.changes(documentsSql.add, [name, sealed])
          : connection.changes(documentsSql.replace, [name, sealed, replaces]);
      return (await changes) > 0;
    },
  };
}
