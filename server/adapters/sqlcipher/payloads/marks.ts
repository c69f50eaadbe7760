import type Database from 'better-sqlite3-multiple-ciphers';
import { afterAllIds, type MarkId } from '../../../domain/ids.ts';
import type { Mark } from '../../../domain/mark.ts';
import type { Marks } from '../../../ports/marks.ts';
import type { Local } from '../engine/writer.ts';

/** Marks of people, in `payloads.db`, so that they are erased together with the texts of their call. */
export const marksTable = `
  CREATE TABLE mark (
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL,
    decided INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX mark_by_state ON mark (decided, id);
  CREATE INDEX mark_by_session ON mark (session_id, id);
`;

export const marksSql = {
  add: 'INSERT INTO mark (id, session_id, decided, content) VALUES (:id, :sessionId, 0, :content)',
  list: 'SELECT content FROM mark WHERE id < :before ORDER BY id DESC LIMIT :limit',
  listByState: `SELECT content FROM mark WHERE decided = :decided AND id < :before
                ORDER BY id DESC LIMIT :limit`,
  listOfSession: `SELECT content FROM mark
                  WHERE session_id = :sessionId AND decided = ifnull(:decided, decided) AND id < :before
                  ORDER BY id DESC LIMIT :limit`,
  find: 'SELECT content FROM mark WHERE id = ?',
  decide: 'UPDATE mark SET decided = 1, content = :content WHERE id = :id',
  erase: 'DELETE FROM mark WHERE session_id = ?',
};

interface ListBindings {
  readonly sessionId: string | null;
  readonly decided: number | null;
  readonly before: string;
  readonly limit: number;
}

/** Marks, in the thread that owns the database. */
export function marksMethods(db: Database.Database): Local<Marks> {
  const add = db.prepare<[{ id: string; sessionId: string; content: string }]>(marksSql.add);
  const lists = {
    all: db.prepare<[ListBindings], string>(marksSql.list).pluck(),
    byState: db.prepare<[ListBindings], string>(marksSql.listByState).pluck(),
    ofSession: db.prepare<[ListBindings], string>(marksSql.listOfSession).pluck(),
  };
  const find = db.prepare<[MarkId], string>(marksSql.find).pluck();
  const decide = db.prepare<[{ id: string; content: string }]>(marksSql.decide);

  const found = (id: MarkId): Mark | undefined => {
    const content = find.get(id);
    return content === undefined ? undefined : parsed(content);
  };
  return {
    add: (mark) => {
      const { id, sessionId } = mark;
      add.run({ id, sessionId, content: JSON.stringify(mark) });
    },
    list: ({ decided, sessionId, before = afterAllIds('mark'), limit }) => {
      const any = decided === undefined ? lists.all : lists.byState;
      const list = sessionId === undefined ? any : lists.ofSession;
      const state = decided === undefined ? null : Number(decided);
      const bindings = { sessionId: sessionId ?? null, decided: state, before, limit };
      return list.all(bindings).map(parsed);
    },
    find: found,
    decide: (id, decision) => {
      const mark = found(id);
      if (mark === undefined) return undefined;
      const decided = { ...mark, decision };
      decide.run({ id, content: JSON.stringify(decided) });
      return decided;
    },
  };
}

/** This service wrote it into its encrypted file. */
const parsed = (content: string): Mark => JSON.parse(content) as Mark;
