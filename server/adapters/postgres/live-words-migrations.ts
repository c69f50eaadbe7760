import type { MigrationGroup } from './migrations.ts';

/**
 * What replicas tell each other of live calls, for the seconds until it is read; `no` counts what one
 * replica tells. Unlogged: it is in no log and no base backup, and a crash of the server empties it.
 */
export const liveTextMigrations: MigrationGroup = {
  name: 'live_words',
  migrations: [
    `
    CREATE UNLOGGED TABLE live_words (
      replica text COLLATE "C" NOT NULL,
      no int NOT NULL,
      at_ms bigint NOT NULL,
      words bytea NOT NULL,
      PRIMARY KEY (replica, no)
    );
    `,
  ],
};
