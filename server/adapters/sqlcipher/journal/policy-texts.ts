import type Database from 'better-sqlite3-multiple-ciphers';
import type { PolicyTexts } from '../../../ports/journal.ts';
import type { Local } from '../engine/writer.ts';

export const policyTextSql = {
  keepPolicyText: 'INSERT OR IGNORE INTO policy_text (sha256, yaml) VALUES (?, ?)',
  findPolicyText: 'SELECT yaml FROM policy_text WHERE sha256 = ?',
};

/** Policy texts in the journal's thread: they are kept in the same file as the records that name them. */
export function policyTextMethods(db: Database.Database): Local<PolicyTexts> {
  const keep = db.prepare<[string, string]>(policyTextSql.keepPolicyText);
  const find = db.prepare<[string], string>(policyTextSql.findPolicyText).pluck();
  return {
    keep: ({ sha256, yaml }) => void keep.run(sha256, yaml),
    find: (sha256s) => sha256s.map((sha256) => find.get(sha256)),
  };
}
