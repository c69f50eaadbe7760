import type { PolicyTexts } from '../../../ports/journal.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

export const policyTextsSql = {
  keep: statement<[sha256: string, sealed: Uint8Array]>(
    'INSERT INTO policy_text (sha256, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  ),
  find: statement<[sha256s: readonly string[]], { sha256: string; sealed: Uint8Array }>(
    'SELECT sha256, sealed FROM policy_text WHERE sha256 = ANY ($1)',
  ),
};

/** Policy texts in PostgreSQL, sealed because they may list names. */
export function postgresPolicyTexts(connection: Connection, cipher: ColumnCipher): PolicyTexts {
  return {
    keep: async ({ sha256, yaml }) => {
      const sealed = cipher.seal(cellOf(sha256), yaml);
      await connection.changes(policyTextsSql.keep, [sha256, sealed]);
    },
    find: async (sha256s) => {
      if (sha256s.length === 0) return [];
      const rows = await connection.rows(policyTextsSql.find, [sha256s]);
      const texts = new Map(
        rows.map(({ sha256, sealed }) => [sha256, cipher.open(cellOf(sha256), sealed)]),
      );
      return sha256s.map((sha256) => texts.get(sha256));
    },
  };
}

function cellOf(sha256: string): CellAddress {
  return ['policy_text', 'sealed', sha256];
}
