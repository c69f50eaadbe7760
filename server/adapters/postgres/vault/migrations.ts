import type { MigrationGroup } from '../engine/migrations.ts';

/**
 * Tokens and values, agents and their credentials, users and their web sessions, the roster. Columns that
 * the server must not read are sealed (`bytea`, decision 0024). Ordered or indexed text compares byte by byte, so
 * that the server's locale does not change an order.
 */
export const vaultMigrations: MigrationGroup = {
  name: 'vault',
  migrations: [
    `
    CREATE TABLE vault (
      token text COLLATE "C" PRIMARY KEY,
      value_index text COLLATE "C" NOT NULL UNIQUE,
      kind text NOT NULL,
      kid text NOT NULL,
      surface bytea NOT NULL
    );
    CREATE TABLE vault_use (
      agent_id text COLLATE "C" NOT NULL,
      token text COLLATE "C" NOT NULL REFERENCES vault (token),
      PRIMARY KEY (agent_id, token)
    );

    CREATE TABLE agents (
      id text COLLATE "C" PRIMARY KEY,
      name_index text COLLATE "C" NOT NULL UNIQUE,
      sealed bytea NOT NULL
    );
    CREATE TABLE bearer_tokens (
      agent_id text COLLATE "C" NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      id text COLLATE "C" NOT NULL,
      hash text COLLATE "C" NOT NULL UNIQUE,
      last_four text NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (agent_id, id)
    );

    CREATE TABLE users (
      id text COLLATE "C" PRIMARY KEY,
      login_index text COLLATE "C" NOT NULL UNIQUE,
      admin boolean NOT NULL,
      created_at text NOT NULL,
      sealed bytea NOT NULL
    );
    CREATE TABLE web_sessions (
      cookie_hash text COLLATE "C" PRIMARY KEY,
      id text COLLATE "C" NOT NULL UNIQUE,
      user_id text COLLATE "C" NOT NULL REFERENCES users (id),
      started_at text COLLATE "C" NOT NULL,
      last_seen_at text COLLATE "C" NOT NULL
    );
    CREATE INDEX web_sessions_by_last_seen ON web_sessions (last_seen_at);
    `,
    // Issuer and subject identify users, because a login may change. All users must sign in again.
    `
    DELETE FROM web_sessions;
    ALTER TABLE users DROP CONSTRAINT users_login_index_key;
    ALTER TABLE users ADD COLUMN identity_index text COLLATE "C" UNIQUE;
    CREATE INDEX users_by_login ON users (login_index) WHERE identity_index IS NULL;
    `,
    // Names of bearer tokens; null for existing ones.
    `
    ALTER TABLE bearer_tokens ADD COLUMN name bytea;
    `,
    // The people that the clinic knows: the generation in force, and that of an import.
    `
    CREATE TABLE roster_person (
      generation bigint NOT NULL,
      id_index text COLLATE "C" NOT NULL,
      role text COLLATE "C" NOT NULL,
      sealed bytea NOT NULL,
      PRIMARY KEY (generation, id_index)
    );
    CREATE INDEX roster_person_by_role ON roster_person (generation, role);
    CREATE TABLE roster_state (
      id int PRIMARY KEY CHECK (id = 1),
      version bigint NOT NULL,
      generation bigint NOT NULL,
      finished text
    );
    INSERT INTO roster_state (id, version, generation) VALUES (1, 0, 0);
    CREATE TABLE roster_import (
      id int PRIMARY KEY CHECK (id = 1),
      generation bigint NOT NULL,
      report text NOT NULL
    );
    `,
    // Roles: people without admin rights saw real values until now. Which calls a web session may see.
    `
    ALTER TABLE users ADD COLUMN role text COLLATE "C" NOT NULL DEFAULT 'compliance';
    UPDATE users SET role = 'admin' WHERE admin;
    ALTER TABLE users DROP COLUMN admin;
    ALTER TABLE web_sessions ADD COLUMN reveals text NOT NULL DEFAULT '{}';
    `,
  ],
};
