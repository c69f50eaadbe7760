/**
 * `payloads.db`: what calls said, sealed under a key per session (design D28). A session that was
 * erased keeps its row without a key, so that nothing more is kept of it.
 */
export const payloadsMigrations: readonly string[] = [
  `
  CREATE TABLE session_key (
    session_id TEXT NOT NULL PRIMARY KEY,
    kid TEXT NOT NULL,
    wrapped BLOB
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payload (
    no INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES session_key (session_id),
    sha256 TEXT NOT NULL,
    ciphertext BLOB NOT NULL,
    UNIQUE (session_id, sha256)
  ) STRICT;
  `,
];
