import { afterAllIds, type MarkId } from '../../../domain/ids.ts';
import type { Mark } from '../../../domain/mark.ts';
import type { Marks } from '../../../ports/marks.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** Marks of people; `content` is sealed. */
export const marksTable = `
    CREATE TABLE mark (
      id text COLLATE "C" PRIMARY KEY,
      session_id text COLLATE "C" NOT NULL,
      decided boolean NOT NULL,
      sealed bytea NOT NULL
    );
    CREATE INDEX mark_by_state ON mark (decided, id);
    CREATE INDEX mark_by_session ON mark (session_id, id);
`;

interface MarkRow {
  readonly id: MarkId;
  readonly sealed: Uint8Array;
}

export const marksSql = {
  add: statement<[id: string, sessionId: string, decided: boolean, sealed: Uint8Array]>(
    'INSERT INTO mark (id, session_id, decided, sealed) VALUES ($1, $2, $3, $4)',
  ),
  list: statement<
    [sessionId: string | null, decided: boolean | null, before: string, limit: number],
    MarkRow
  >(
    `SELECT id, sealed FROM mark
     WHERE ($1::text IS NULL OR session_id = $1) AND ($2::boolean IS NULL OR decided = $2) AND id < $3
     ORDER BY id DESC LIMIT $4`,
  ),
  find: statement<[id: string], MarkRow>('SELECT id, sealed FROM mark WHERE id = $1'),
  // The lock makes two decisions follow each other.
  lock: statement<[id: string], MarkRow>('SELECT id, sealed FROM mark WHERE id = $1 FOR UPDATE'),
  decide: statement<[id: string, sealed: Uint8Array]>(
    'UPDATE mark SET decided = true, sealed = $2 WHERE id = $1',
  ),
  erase: statement<[sessionIds: readonly string[]]>('DELETE FROM mark WHERE session_id = ANY ($1)'),
};

/** Marks in PostgreSQL, sealed. */
export function postgresMarks(database: PostgresDatabase, cipher: ColumnCipher): Marks {
  const opened = (row: MarkRow | undefined) => row && openedMark(cipher, row);
  return {
    add: (mark) => insertMark(database, cipher, mark),
    list: async ({ sessionId = null, decided = null, before = afterAllIds('mark'), limit }) => {
      const rows = await database.rows(marksSql.list, [sessionId, decided, before, limit]);
      return rows.map((row) => openedMark(cipher, row));
    },
    find: async (id) => opened(await database.row(marksSql.find, [id])),
    decide: (id, decision) =>
      database.transaction(async (connection) => {
        const mark = opened(await connection.row(marksSql.lock, [id]));
        if (mark === undefined) return undefined;
        const decided = { ...mark, decision };
        await connection.changes(marksSql.decide, [id, sealedMark(cipher, decided)]);
        return decided;
      }),
  };
}

/** Inserts a mark, decided or not. */
export async function insertMark(
  connection: Connection,
  cipher: ColumnCipher,
  mark: Mark,
): Promise<void> {
  const { id, sessionId, decision } = mark;
  const values = [id, sessionId, decision !== undefined, sealedMark(cipher, mark)] as const;
  await connection.changes(marksSql.add, [...values]);
}

const cellOf = (id: MarkId): CellAddress => ['mark', 'sealed', id];

function sealedMark(cipher: ColumnCipher, mark: Mark): Uint8Array {
  return cipher.seal(cellOf(mark.id), JSON.stringify(mark));
}

function openedMark(cipher: ColumnCipher, { id, sealed }: MarkRow): Mark {
  return JSON.parse(cipher.open(cellOf(id), sealed)) as Mark;
}
