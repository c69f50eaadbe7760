import type Database from 'better-sqlite3-multiple-ciphers';
import type { SessionId } from '../../../domain/ids.ts';
import type { CallNote } from '../../../domain/session.ts';
import type { Remarks } from '../../../ports/marks.ts';
import type { Local } from '../engine/writer.ts';

/** Tags and notes of people, in `payloads.db`, so that they are erased together with the texts of their call. */
export const remarksTable = `
  CREATE TABLE remark (
    session_id TEXT NOT NULL PRIMARY KEY,
    tags TEXT NOT NULL DEFAULT '[]',
    note TEXT NOT NULL DEFAULT 'null'
  ) STRICT, WITHOUT ROWID;
`;

export const remarksSql = {
  setTags: `INSERT INTO remark (session_id, tags) VALUES (?, ?)
            ON CONFLICT (session_id) DO UPDATE SET tags = excluded.tags`,
  setNote: `INSERT INTO remark (session_id, note) VALUES (?, ?)
            ON CONFLICT (session_id) DO UPDATE SET note = excluded.note`,
  of: 'SELECT session_id AS id, tags, note FROM remark WHERE session_id = ?',
  erase: 'DELETE FROM remark WHERE session_id = ?',
};

/** What stands in a row, as JSON. */
export interface StoredRemarks {
  readonly id: SessionId;
  readonly tags: string;
  readonly note: string;
}

/** Remarks, in the thread that owns the database. */
export function remarksMethods(db: Database.Database): Local<Remarks> {
  const setTags = db.prepare<[SessionId, string]>(remarksSql.setTags);
  const setNote = db.prepare<[SessionId, string]>(remarksSql.setNote);
  const of = db.prepare<[SessionId], StoredRemarks>(remarksSql.of);
  return {
    setTags: (id, tags) => void setTags.run(id, JSON.stringify(tags)),
    setNote: (id, note) => void setNote.run(id, JSON.stringify(note ?? null)),
    of: (sessions) =>
      sessions.flatMap((id) => {
        const row = of.get(id);
        return row === undefined ? [] : [remarksOf(row)];
      }),
  };
}

/** Remarks from their row, which this service wrote. */
export function remarksOf({ id, tags, note }: StoredRemarks) {
  const said = JSON.parse(note) as CallNote | null;
  return { id, tags: JSON.parse(tags) as readonly string[], ...(said !== null && { note: said }) };
}
