/**
 * `calls.db`: one row per session, with what lists filter by beside the whole summary. The
 * index by agent also holds what statistics add up, so that they never read the rows, which lie far
 * apart in an encrypted file.
 */
export const callsMigrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    agent_id TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    status TEXT NOT NULL,
    redactions INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    call_key TEXT NOT NULL,
    folded_seq INTEGER NOT NULL,
    summary TEXT NOT NULL,
    added_ms TEXT NOT NULL
  ) STRICT;

  CREATE INDEX sessions_by_start ON sessions (started_ms, id);
  CREATE INDEX sessions_by_agent ON sessions (agent_id, started_ms, id, redactions, added_ms);
  CREATE INDEX sessions_by_call_key ON sessions (agent_id, call_key, started_ms, id)
    WHERE call_key <> '';
  CREATE INDEX sessions_open ON sessions (started_ms, id) WHERE ended = 0;
  CREATE INDEX sessions_by_fold ON sessions (folded_seq);
  `,
  // What a list filters by stands in the index it walks, so that a row is read only to be shown.
  `
  DROP INDEX sessions_by_start;
  CREATE INDEX sessions_by_start ON sessions (started_ms, id, redactions);
  CREATE INDEX sessions_by_status ON sessions (status, started_ms, id, redactions);
  CREATE INDEX sessions_by_agent_status ON sessions (agent_id, status, started_ms, id, redactions);
  `,
  // Keys of calls are there before their first summary, and go when the call has ended.
  `
  CREATE TABLE call_keys (
    session_id TEXT NOT NULL PRIMARY KEY,
    call_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO call_keys SELECT id, call_key FROM sessions WHERE call_key <> '' AND ended = 0;
  DROP INDEX sessions_by_call_key;
  ALTER TABLE sessions DROP COLUMN call_key;
  `,
];
