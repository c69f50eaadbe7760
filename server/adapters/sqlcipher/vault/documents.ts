import type Database from 'better-sqlite3-multiple-ciphers';
import type { Documents, StoredDocument } from '../../../ports/documents.ts';
import type { Local } from '../engine/writer.ts';

export const documentsSql = {
  read: 'SELECT version, text FROM documents WHERE name = ?',
  add: 'INSERT INTO documents (name, version, text) VALUES (?, 1, ?) ON CONFLICT DO NOTHING',
  replace: 'UPDATE documents SET version = version + 1, text = ? WHERE name = ? AND version = ?',
};

/** Documents, in the thread that owns the database. */
export function documentsMethods(db: Database.Database): Local<Documents> {
  const read = db.prepare<[string], StoredDocument>(documentsSql.read);
  const add = db.prepare<[string, string]>(documentsSql.add);
  const replace = db.prepare<[string, string, number]>(documentsSql.replace);
  return {
    read: (name) => read.get(name),
    write: (name, replaces, text) => {
      const { changes } = replaces === 0 ? add.run(name, text) : replace.run(text, name, replaces);
      return changes > 0;
    },
  };
}
