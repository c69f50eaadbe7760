/**
 * Schema of the journal database; see `migrate`. A published entry is never edited. Sessions are
 * numbered because calls of one time then share index pages, each of which a commit encrypts anew.
 */
export const journalMigrations: readonly string[] = [
  `
  CREATE TABLE session (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    session_no INTEGER REFERENCES session (no),
    session_seq INTEGER,
    body TEXT NOT NULL,
    curr_hash TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_by_session ON event (session_no, session_seq)
    WHERE session_no IS NOT NULL;
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
  `
  CREATE TABLE policy_text (
    sha256 TEXT NOT NULL PRIMARY KEY,
    yaml TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];
