import { afterAllIds, type PolicyVersionId } from '../../../domain/ids.ts';
import { changesGlobalPolicy, type PolicyVersion } from '../../../domain/policy-version.ts';
import type { PolicyVersions } from '../../../ports/policy-versions.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';
import { putPolicy } from '../vault/shared-settings.ts';

/** Versions of the global policy; `sealed` is all of one but its text. */
export const policyVersionTable = `
    CREATE TABLE policy_version (
      id text COLLATE "C" PRIMARY KEY,
      open boolean NOT NULL,
      number bigint UNIQUE,
      sealed bytea NOT NULL
    );
    CREATE INDEX policy_version_by_state ON policy_version (open, id);
`;

interface VersionRow {
  readonly id: PolicyVersionId;
  readonly sealed: Uint8Array;
}

export const policyVersionSql = {
  add: statement<[id: string, open: boolean, number: number | null, sealed: Uint8Array]>(
    `INSERT INTO policy_version (id, open, number, sealed) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
  ),
  list: statement<[open: boolean | null, before: string, limit: number], VersionRow>(
    `SELECT id, sealed FROM policy_version WHERE ($1::boolean IS NULL OR open = $1) AND id < $2
     ORDER BY id DESC LIMIT $3`,
  ),
  find: statement<[id: string], VersionRow>('SELECT id, sealed FROM policy_version WHERE id = $1'),
  lock: statement<[id: string], { id: string }>(
    'SELECT id FROM policy_version WHERE id = $1 AND open FOR UPDATE',
  ),
  decide: statement<[id: string, number: number | null, sealed: Uint8Array]>(
    'UPDATE policy_version SET open = false, number = $2, sealed = $3 WHERE id = $1',
  ),
  inForce: statement<[], VersionRow>(
    `SELECT id, sealed FROM policy_version WHERE number IS NOT NULL
     ORDER BY number DESC LIMIT 1`,
  ),
};

/** Versions of the global policy in PostgreSQL, sealed. */
export function postgresPolicyVersions(
  database: PostgresDatabase,
  cipher: ColumnCipher,
): PolicyVersions {
  const opened = (row: VersionRow | undefined) => row && openedVersion(cipher, row);
  return {
    add: (version) => insertPolicyVersion(database, cipher, version),
    list: async ({ open, before = afterAllIds('pol'), limit }) => {
      const rows = await database.rows(policyVersionSql.list, [open ?? null, before, limit]);
      return rows.map((row) => openedVersion(cipher, row));
    },
    find: async (id) => opened(await database.row(policyVersionSql.find, [id])),
    decide: (version, yaml) =>
      database.transaction(async (connection) => {
        const { id } = version;
        if ((await connection.row(policyVersionSql.lock, [id])) === undefined) return undefined;
        let decided: PolicyVersion = version;
        if (changesGlobalPolicy(version)) {
          // Its row lock makes two approvals follow each other.
          await putPolicy(connection, cipher, yaml);
          const last = opened(await connection.row(policyVersionSql.inForce, []));
          decided = { ...version, number: (last?.number ?? 0) + 1 };
        }
        const values = [id, decided.number ?? null, sealedVersion(cipher, decided)] as const;
        await connection.changes(policyVersionSql.decide, [...values]);
        return decided;
      }),
    inForce: async () => opened(await database.row(policyVersionSql.inForce, [])),
  };
}

/** Inserts a version, decided or not, unless there is one with its id. */
export async function insertPolicyVersion(
  connection: Connection,
  cipher: ColumnCipher,
  version: PolicyVersion,
): Promise<void> {
  const { id, decision, number = null } = version;
  const values = [id, decision === undefined, number, sealedVersion(cipher, version)] as const;
  await connection.changes(policyVersionSql.add, [...values]);
}

const cellOf = (id: PolicyVersionId): CellAddress => ['policy_version', 'sealed', id];

function sealedVersion(cipher: ColumnCipher, version: PolicyVersion): Uint8Array {
  return cipher.seal(cellOf(version.id), JSON.stringify(version));
}

function openedVersion(cipher: ColumnCipher, { id, sealed }: VersionRow): PolicyVersion {
  return JSON.parse(cipher.open(cellOf(id), sealed)) as PolicyVersion;
}
