import type { BearerToken } from '../../domain/bearer-token.ts';
import type { BearerTokens } from '../../ports/bearer-tokens.ts';
import type { Connection } from './connection.ts';
import { PostgresFailure } from './failure.ts';
import { statement } from './statement.ts';

export const bearerTokensSql = {
  add: statement<[agentId: string, id: string, hash: string, lastFour: string, createdAt: string]>(
    `INSERT INTO bearer_tokens (agent_id, id, hash, last_four, created_at)
     SELECT id, $2, $3, $4, $5 FROM agents WHERE id = $1`,
  ),
  of: statement<[agentId: string], BearerToken>(
    `SELECT agent_id AS "agentId", id, hash, last_four AS "lastFour", created_at AS "createdAt"
     FROM bearer_tokens WHERE agent_id = $1 ORDER BY id DESC`,
  ),
  remove: statement<[agentId: string, id: string]>(
    'DELETE FROM bearer_tokens WHERE agent_id = $1 AND id = $2',
  ),
};

const foreignKeyViolation = '23503';

/** Bearer tokens in PostgreSQL: their hashes, which say nothing of a random token. */
export function postgresBearerTokens(connection: Connection): BearerTokens {
  return {
    add: async ({ agentId, id, hash, lastFour, createdAt }) => {
      const values = [agentId, id, hash, lastFour, createdAt] as const;
      const added = await connection
        .changes(bearerTokensSql.add, [...values])
        .catch(noneWithoutAgent);
      return added > 0;
    },
    of: (agentId) => connection.rows(bearerTokensSql.of, [agentId]),
    remove: async (agentId, id) =>
      (await connection.changes(bearerTokensSql.remove, [agentId, id])) > 0,
  };
}

/** The agent was removed at the same moment. */
function noneWithoutAgent(error: unknown): number {
  if (error instanceof PostgresFailure && error.code === foreignKeyViolation) return 0;
  throw error;
}
