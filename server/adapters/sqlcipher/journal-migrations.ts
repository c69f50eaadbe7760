/** Schema of the journal database; see `migrate`. A published entry is never edited. */
export const journalMigrations: readonly string[] = [
  `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    session_id TEXT,
    session_seq INTEGER,
    body TEXT NOT NULL,
    curr_hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_by_session ON event (session_id, session_seq)
    WHERE session_id IS NOT NULL;
  CREATE TRIGGER event_is_not_updated BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    peaks TEXT NOT NULL,
    voided_by INTEGER
  ) STRICT;
  `,
];
