import type { SessionId } from '../../../domain/ids.ts';
import type { CallNote } from '../../../domain/session.ts';
import type { Remarks } from '../../../ports/marks.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** Tags and notes of people, sealed. */
export const remarksTable = `
    CREATE TABLE remark (
      session_id text COLLATE "C" PRIMARY KEY,
      tags bytea,
      note bytea
    );
`;

interface RemarkRow {
  readonly id: SessionId;
  readonly tags: Uint8Array | null;
  readonly note: Uint8Array | null;
}

export const remarksSql = {
  setTags: statement<[sessionId: string, tags: Uint8Array]>(
    `INSERT INTO remark (session_id, tags) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET tags = excluded.tags`,
  ),
  setNote: statement<[sessionId: string, note: Uint8Array | null]>(
    `INSERT INTO remark (session_id, note) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET note = excluded.note`,
  ),
  of: statement<[sessionIds: readonly string[]], RemarkRow>(
    'SELECT session_id AS id, tags, note FROM remark WHERE session_id = ANY ($1)',
  ),
  erase: statement<[sessionIds: readonly string[]]>(
    'DELETE FROM remark WHERE session_id = ANY ($1)',
  ),
};

const cellOf = (column: 'tags' | 'note', id: SessionId): CellAddress => ['remark', column, id];

/** Remarks in PostgreSQL, sealed. */
export function postgresRemarks(connection: Connection, cipher: ColumnCipher): Remarks {
  const seal = (column: 'tags' | 'note', id: SessionId, value: unknown) =>
    cipher.seal(cellOf(column, id), JSON.stringify(value));
  const open = ({ id, tags, note }: RemarkRow) => ({
    id,
    tags: tags === null ? [] : (JSON.parse(cipher.open(cellOf('tags', id), tags)) as string[]),
    ...(note !== null && { note: JSON.parse(cipher.open(cellOf('note', id), note)) as CallNote }),
  });
  return {
    setTags: async (id, tags) => {
      await connection.changes(remarksSql.setTags, [id, seal('tags', id, tags)]);
    },
    setNote: async (id, note) => {
      const sealed = note === undefined ? null : seal('note', id, note);
      await connection.changes(remarksSql.setNote, [id, sealed]);
    },
    of: async (sessions) => (await connection.rows(remarksSql.of, [sessions])).map(open),
  };
}
