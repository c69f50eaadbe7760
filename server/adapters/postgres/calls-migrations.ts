import type { MigrationGroup } from './migrations.ts';

/**
 * One row per session, with what lists filter by and statistics add up beside the sealed summary.
 * The index by agent holds all that statistics read. Keys of calls are there before their first
 * summary, and go when the call has ended.
 */
export const callsMigrations: MigrationGroup = {
  name: 'calls',
  migrations: [
    `
    CREATE TABLE sessions (
      id text COLLATE "C" PRIMARY KEY,
      agent_id text COLLATE "C" NOT NULL,
      started_ms bigint NOT NULL,
      status text COLLATE "C" NOT NULL,
      redactions bigint NOT NULL,
      ended boolean NOT NULL,
      folded_seq bigint NOT NULL,
      added_ms jsonb NOT NULL,
      sealed bytea NOT NULL
    );
    CREATE INDEX sessions_by_start ON sessions (started_ms, id);
    CREATE INDEX sessions_by_agent ON sessions (agent_id, started_ms, id)
      INCLUDE (redactions, added_ms);
    CREATE INDEX sessions_by_status ON sessions (status, started_ms, id);
    CREATE INDEX sessions_by_agent_status ON sessions (agent_id, status, started_ms, id);
    CREATE INDEX sessions_open ON sessions (started_ms, id) WHERE NOT ended;
    CREATE INDEX sessions_by_fold ON sessions (folded_seq);

    CREATE TABLE call_keys (
      session_id text COLLATE "C" PRIMARY KEY,
      call_key text NOT NULL
    );
    `,
  ],
};
