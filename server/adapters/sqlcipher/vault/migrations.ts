/**
 * `vault.db`: tokens and values, agents and their credentials, users and their web sessions, the roster,
 * documents. The tables are STRICT, so rows have the types declared here.
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
  `
  ALTER TABLE agents ADD COLUMN system_prompt TEXT;
  ALTER TABLE agents ADD COLUMN first_message TEXT;
  ALTER TABLE agents ADD COLUMN tools TEXT;

  CREATE TABLE bearer_tokens (
    agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (agent_id, id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Adds a public id and a start time to web sessions; existing sessions keep their cookies.
  `
  CREATE TABLE web_sessions_v2 (
    cookie_hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    started_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO web_sessions_v2
    SELECT cookie_hash, 'web_0000000000' || hex(randomblob(8)), user_id, last_seen_at, last_seen_at
    FROM web_sessions;
  DROP TABLE web_sessions;
  ALTER TABLE web_sessions_v2 RENAME TO web_sessions;
  CREATE INDEX web_sessions_by_user ON web_sessions (user_id);
  CREATE INDEX web_sessions_by_last_seen ON web_sessions (last_seen_at);
  `,
  // Issuer and subject identify users, because a login may change. All users must sign in again.
  `
  DELETE FROM web_sessions;
  CREATE TABLE users_v2 (
    id TEXT NOT NULL PRIMARY KEY,
    issuer TEXT,
    subject TEXT,
    login TEXT NOT NULL,
    email_verified INTEGER NOT NULL,
    display_name TEXT NOT NULL,
    admin INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (issuer, subject)
  ) STRICT;
  INSERT INTO users_v2
    SELECT id, NULL, NULL, login, 0, display_name, admin, created_at FROM users;
  DROP TABLE users;
  ALTER TABLE users_v2 RENAME TO users;
  CREATE INDEX users_by_login ON users (login) WHERE issuer IS NULL;
  `,
  // Names of bearer tokens.
  `
  ALTER TABLE bearer_tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
  `,
  // The people that the clinic knows: the generation in force, and that of an import.
  `
  CREATE TABLE roster_person (
    no INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    person TEXT NOT NULL,
    UNIQUE (generation, id)
  ) STRICT;
  CREATE INDEX roster_person_by_role ON roster_person (generation, role);

  CREATE TABLE roster_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    finished TEXT
  ) STRICT;
  INSERT INTO roster_state (id, version, generation) VALUES (1, 0, 0);

  CREATE TABLE roster_import (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    report TEXT NOT NULL
  ) STRICT;
  `,
  // Settings that people make, and the state of work in progress.
  `
  CREATE TABLE documents (
    name TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Roles: people without admin rights saw real values until now. Which calls a web session may see.
  `
  ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'compliance';
  UPDATE users SET role = 'admin' WHERE admin = 1;
  ALTER TABLE users DROP COLUMN admin;
  ALTER TABLE web_sessions ADD COLUMN reveals TEXT NOT NULL DEFAULT '{}';
  `,
  // The agent that first used a token, in the token's row: the page of another table is encrypted less for each
  // new value. `vault_use` keeps the uses of other agents, and all that are older.
  `
  ALTER TABLE vault ADD COLUMN first_agent TEXT NOT NULL DEFAULT '';
  `,
  // Numbers of agents' own policies (decision 0160).
  `
  ALTER TABLE agents ADD COLUMN policy_version INTEGER NOT NULL DEFAULT 0;
  UPDATE agents SET policy_version = 1 WHERE policy_yaml IS NOT NULL;
  `,
  // What callers hear where the model gives no reply (decision 0172).
  `
  ALTER TABLE agents ADD COLUMN failure_message TEXT;
  `,
  // Where the masked transcript of a call goes at its end (decision 0197).
  `
  ALTER TABLE agents ADD COLUMN transcript_url TEXT;
  `,
];
