import type { MigrationGroup } from '../engine/migrations.ts';
import { marksTable } from './marks.ts';
import { policyVersionTable } from './policy-versions.ts';
import { remarksTable } from './remarks.ts';

/**
 * The texts of calls, encrypted with one key per session (design D28), what people marked in them and say of them, and the
 * texts of policies that records name. An erased session keeps its row without a key, so that no more payloads of it are stored.
 */
export const payloadsMigrations: MigrationGroup = {
  name: 'payloads',
  migrations: [
    `
    CREATE TABLE session_key (
      session_id text COLLATE "C" PRIMARY KEY,
      kid text NOT NULL,
      wrapped bytea
    );
    CREATE TABLE payload (
      session_id text COLLATE "C" NOT NULL REFERENCES session_key (session_id),
      sha256 text COLLATE "C" NOT NULL,
      ciphertext bytea NOT NULL,
      PRIMARY KEY (session_id, sha256)
    );
    ALTER TABLE payload ALTER COLUMN ciphertext SET STORAGE EXTERNAL;

    CREATE TABLE policy_text (
      sha256 text COLLATE "C" PRIMARY KEY,
      sealed bytea NOT NULL
    );
    `,
    marksTable,
    policyVersionTable,
    remarksTable,
  ],
};
