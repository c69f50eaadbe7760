import type { SharedSettings } from '../../../ports/shared-settings.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import type { MigrationGroup } from '../engine/migrations.ts';
import { statement } from '../engine/statement.ts';

/** Needs the table of agents: each change of an agent, by any program, makes a new version. */
export const settingsMigrations: MigrationGroup = {
  name: 'settings',
  migrations: [
    `
    CREATE TABLE settings (
      id int PRIMARY KEY CHECK (id = 1),
      version bigint NOT NULL,
      policy bytea
    );
    INSERT INTO settings (id, version) VALUES (1, 1);

    CREATE FUNCTION settings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE settings SET version = version + 1;
      RETURN NULL;
    END $$;
    CREATE TRIGGER agents_changed AFTER UPDATE OR DELETE ON agents
      FOR EACH STATEMENT EXECUTE FUNCTION settings_changed();
    `,
  ],
};

interface SettingsRow {
  readonly version: number;
  readonly policy: Buffer | null;
  readonly number: number | null;
}

export const settingsSql = {
  newer: statement<[version: number], SettingsRow>(
    `SELECT version, policy, (SELECT max(number) FROM policy_version) AS number
     FROM settings WHERE version <> $1`,
  ),
  put: statement<[policy: Uint8Array]>('UPDATE settings SET version = version + 1, policy = $1'),
  lock: statement<[lock: number], unknown>('SELECT pg_advisory_xact_lock($1)'),
  begin: statement<[policy: Uint8Array]>(
    'UPDATE settings SET version = version + 1, policy = $1 WHERE policy IS NULL',
  ),
};

/** The advisory lock of a replica that changes the settings. */
const changeLock = 1_398_158_933;

const policyCell: CellAddress = ['settings', 'policy'];

/** Puts a global policy in force at all replicas. */
export async function putPolicy(
  connection: Connection,
  cipher: ColumnCipher,
  yaml: string,
): Promise<void> {
  await connection.changes(settingsSql.put, [cipher.seal(policyCell, yaml)]);
}

/** The settings that replicas share. The policy's text is sealed, because it may list names. */
export function postgresSettings(database: PostgresDatabase, cipher: ColumnCipher): SharedSettings {
  return {
    newerThan: async (known) => {
      const row = await database.row(settingsSql.newer, [known]);
      if (row === undefined) return undefined;
      const { version, policy, number } = row;
      const policyYaml = policy === null ? null : cipher.open(policyCell, policy);
      return { version, policyYaml, policyNumber: number };
    },
    beginWith: async (yaml) => {
      await database.changes(settingsSql.begin, [cipher.seal(policyCell, yaml)]);
    },
    // The change uses other connections; the lock goes with this one.
    alone: (change) =>
      database.transaction(async (connection) => {
        await connection.row(settingsSql.lock, [changeLock]);
        return change();
      }),
  };
}
