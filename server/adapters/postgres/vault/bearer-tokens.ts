import type { BearerToken } from '../../../domain/agent.ts';
import type { BearerTokenId } from '../../../domain/ids.ts';
import type { BearerTokens } from '../../../ports/agents.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { PostgresFailure } from '../engine/failure.ts';
import { statement } from '../engine/statement.ts';

export const bearerTokensSql = {
  add: statement<
    [
      agentId: string,
      id: string,
      hash: string,
      name: Uint8Array,
      lastFour: string,
      createdAt: string,
    ]
  >(
    `INSERT INTO bearer_tokens (agent_id, id, hash, name, last_four, created_at)
     SELECT id, $2, $3, $4, $5, $6 FROM agents WHERE id = $1`,
  ),
  of: statement<
    [agentId: string],
    Omit<BearerToken, 'name'> & { readonly name: Uint8Array | null }
  >(
    `SELECT agent_id AS "agentId", id, hash, name, last_four AS "lastFour",
       created_at AS "createdAt"
     FROM bearer_tokens WHERE agent_id = $1 ORDER BY id DESC`,
  ),
  remove: statement<[agentId: string, id: string]>(
    'DELETE FROM bearer_tokens WHERE agent_id = $1 AND id = $2',
  ),
};

const foreignKeyViolation = '23503';

/** Bearer tokens in PostgreSQL: hashes, which reveal nothing about a random token, and sealed names. */
export function postgresBearerTokens(connection: Connection, cipher: ColumnCipher): BearerTokens {
  return {
    add: async ({ agentId, id, hash, name, lastFour, createdAt }) => {
      const sealed = cipher.seal(cellOf(id), name);
      const added = await connection
        .changes(bearerTokensSql.add, [agentId, id, hash, sealed, lastFour, createdAt])
        .catch(noneWithoutAgent);
      return added > 0;
    },
    of: async (agentId) => {
      const rows = await connection.rows(bearerTokensSql.of, [agentId]);
      return rows.map(({ name, ...row }) => ({
        ...row,
        name: name === null ? '' : cipher.open(cellOf(row.id), name),
      }));
    },
    remove: async (agentId, id) =>
      (await connection.changes(bearerTokensSql.remove, [agentId, id])) > 0,
  };
}

function cellOf(id: BearerTokenId): CellAddress {
  return ['bearer_tokens', 'name', id];
}

/** Another transaction removed the agent at the same time. */
function noneWithoutAgent(error: unknown): number {
  if (error instanceof PostgresFailure && error.code === foreignKeyViolation) return 0;
  throw error;
}
