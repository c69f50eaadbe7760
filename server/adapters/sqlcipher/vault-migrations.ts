/**
 * `vault.db`: tokens with their values, agents, and people with their web sessions. The tables are
 * STRICT, so a row read has the types written here.
 */
export const vaultMigrations: readonly string[] = [
  `
  CREATE TABLE vault (
    token TEXT NOT NULL PRIMARY KEY,
    value_index TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    kid TEXT NOT NULL,
    surface TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE vault_use (
    agent_id TEXT NOT NULL,
    token TEXT NOT NULL REFERENCES vault (token),
    PRIMARY KEY (agent_id, token)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agents (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    name_folded TEXT NOT NULL,
    upstream TEXT NOT NULL,
    tokenization TEXT,
    policy_yaml TEXT,
    token_guidance INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    admin INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE web_sessions (
    cookie_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    last_seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX web_sessions_by_user ON web_sessions (user_id);
  `,
];
