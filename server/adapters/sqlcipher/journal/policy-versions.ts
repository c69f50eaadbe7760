import type Database from 'better-sqlite3-multiple-ciphers';
import { afterAllIds, type PolicyVersionId } from '../../../domain/ids.ts';
import { changesGlobalPolicy, type PolicyVersion } from '../../../domain/policy-version.ts';
import type { PolicyVersions } from '../../../ports/policy-versions.ts';
import type { Local } from '../engine/writer.ts';

/** Versions of the global policy, in the file that keeps their texts. */
export const policyVersionTable = `
  CREATE TABLE policy_version (
    id TEXT NOT NULL PRIMARY KEY,
    open INTEGER NOT NULL,
    number INTEGER UNIQUE,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX policy_version_by_state ON policy_version (open, id);
`;

export const policyVersionSql = {
  add: 'INSERT OR IGNORE INTO policy_version (id, open, content) VALUES (:id, 1, :content)',
  list: 'SELECT content FROM policy_version WHERE id < :before ORDER BY id DESC LIMIT :limit',
  listOpen: `SELECT content FROM policy_version WHERE open = 1 AND id < :before
             ORDER BY id DESC LIMIT :limit`,
  find: 'SELECT content FROM policy_version WHERE id = ?',
  isOpen: 'SELECT 1 FROM policy_version WHERE id = ? AND open = 1',
  decide: `UPDATE policy_version SET open = 0, number = :number, content = :content
           WHERE id = :id`,
  inForce: `SELECT content FROM policy_version WHERE number IS NOT NULL
            ORDER BY number DESC LIMIT 1`,
};

/** Versions of the global policy in the journal's thread. */
export function policyVersionMethods(db: Database.Database): Local<PolicyVersions> {
  const { add, decide, find, inForce, isOpen, list, listOpen } = policyVersionSql;
  const adds = db.prepare<[{ id: string; content: string }]>(add);
  const lists = [list, listOpen].map((sql) =>
    db.prepare<[{ before: string; limit: number }], string>(sql).pluck(),
  );
  const finds = db.prepare<[PolicyVersionId], string>(find).pluck();
  const opens = db.prepare<[PolicyVersionId], number>(isOpen).pluck();
  const decides = db.prepare<[{ id: string; number: number | null; content: string }]>(decide);
  const forces = db.prepare<[], string>(inForce).pluck();
  const newest = (): PolicyVersion | undefined => parsed(forces.get());
  return {
    add: (version) => void adds.run({ id: version.id, content: JSON.stringify(version) }),
    list: ({ open = false, before = afterAllIds('pol'), limit }) =>
      (lists[Number(open)]?.all({ before, limit }) ?? []).flatMap((row) => parsed(row) ?? []),
    find: (id) => parsed(finds.get(id)),
    decide: (version) => {
      if (opens.get(version.id) === undefined) return undefined;
      const number = changesGlobalPolicy(version) ? (newest()?.number ?? 0) + 1 : null;
      const decided = { ...version, ...(number !== null && { number }) };
      decides.run({ id: version.id, number, content: JSON.stringify(decided) });
      return decided;
    },
    inForce: newest,
  };
}

/** This service wrote it into its encrypted file. */
const parsed = (content: string | undefined): PolicyVersion | undefined =>
  content === undefined ? undefined : (JSON.parse(content) as PolicyVersion);
