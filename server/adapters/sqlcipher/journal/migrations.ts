import { policyVersionTable } from './policy-versions.ts';

/**
 * Schema of the journal database; see `migrate`. A published entry is never edited. Sessions are
 * numbered so that calls of one time share index pages: a commit encrypts each changed page again.
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
  // Pruning (design D27). The guards make the order of its steps the only one there is: a record
  // goes when its hash is kept and a signed `retention_pruned` covers it, and under no hold.
  `
  CREATE TABLE retention (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    pruned_below INTEGER NOT NULL,
    event_seq INTEGER,
    clock_seen TEXT NOT NULL
  ) STRICT;
  INSERT INTO retention VALUES (1, 0, NULL, ifnull(
    (SELECT json_extract(body, '$.ts') FROM event ORDER BY seq DESC LIMIT 1),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
  CREATE TABLE pruned_tile (
    no INTEGER PRIMARY KEY,
    hashes BLOB NOT NULL CHECK (length(hashes) = 256 * 32)
  ) STRICT;
  CREATE TABLE legal_hold (
    session_id TEXT NOT NULL PRIMARY KEY,
    actor TEXT NOT NULL,
    placed_at TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER retention_stays BEFORE DELETE ON retention
    BEGIN SELECT RAISE(ABORT, 'the record of pruning stays'); END;
  CREATE TRIGGER records_are_given_up_by_a_signed_event BEFORE UPDATE OF pruned_below ON retention
    WHEN NEW.pruned_below < OLD.pruned_below OR NOT EXISTS (
      SELECT 1 FROM event WHERE seq = NEW.event_seq
        AND json_extract(body, '$.kind') = 'retention_pruned'
        AND json_extract(body, '$.last_seq') = NEW.pruned_below - 1
        AND seq < (SELECT max(size) FROM checkpoint WHERE voided_by IS NULL))
    BEGIN SELECT RAISE(ABORT, 'no signed event gives these records up'); END;
  DROP TRIGGER event_is_not_deleted;
  CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    WHEN OLD.seq >= (SELECT pruned_below FROM retention)
      OR NOT EXISTS (SELECT 1 FROM pruned_tile WHERE no = OLD.seq / 256)
      OR EXISTS (SELECT 1 FROM legal_hold WHERE session_id = '')
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  `,
  policyVersionTable,
  // Records that name a person, and failed sign-ins, among those of calls (decision 0089).
  `
  CREATE INDEX event_of_people ON event (seq)
    WHERE json_extract(body, '$.actor') IS NOT NULL OR json_extract(body, '$.kind') = 'login_failed';
  `,
  // Several holds may cover the same; \`no\` is the record that placed each, \`session_id\` what it covers (decision
  // 0092). The table keeps its name, which a trigger uses.
  `
  CREATE TABLE earlier_hold AS
    SELECT session_id, actor, placed_at, coalesce((
      SELECT max(seq) FROM event
      WHERE (json_extract(body, '$.actor') IS NOT NULL OR json_extract(body, '$.kind') = 'login_failed')
        AND json_extract(body, '$.kind') = 'legal_hold_placed'
        AND ifnull(json_extract(body, '$.session_id'), '') = legal_hold.session_id), -rowid) AS no
    FROM legal_hold;
  DROP TABLE legal_hold;
  CREATE TABLE legal_hold (
    no INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    placed_at TEXT NOT NULL,
    from_seq INTEGER
  ) STRICT;
  INSERT INTO legal_hold SELECT no, session_id, actor, placed_at, NULL FROM earlier_hold;
  DROP TABLE earlier_hold;
  `,
];
