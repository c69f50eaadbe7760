import type Database from 'better-sqlite3-multiple-ciphers';
import type { BearerToken } from '../../../domain/agent.ts';
import type { AgentId, BearerTokenId } from '../../../domain/ids.ts';
import type { BearerTokens } from '../../../ports/agents.ts';
import type { Local } from '../engine/writer.ts';

export const bearerTokensSql = {
  add: `INSERT INTO bearer_tokens (agent_id, id, hash, name, last_four, created_at)
        SELECT id, :id, :hash, :name, :lastFour, :createdAt FROM agents WHERE id = :agentId`,
  of: `SELECT id, agent_id AS agentId, hash, name, last_four AS lastFour, created_at AS createdAt
       FROM bearer_tokens WHERE agent_id = ? ORDER BY id DESC`,
  remove: 'DELETE FROM bearer_tokens WHERE agent_id = ? AND id = ?',
};

/** Bearer tokens, in the thread that owns the database. */
export function bearerTokensMethods(db: Database.Database): Local<BearerTokens> {
  const add = db.prepare<[BearerToken]>(bearerTokensSql.add);
  const of = db.prepare<[AgentId], BearerToken>(bearerTokensSql.of);
  const remove = db.prepare<[AgentId, BearerTokenId]>(bearerTokensSql.remove);

  return {
    add: (token) => add.run(token).changes > 0,
    of: (agentId) => of.all(agentId),
    remove: (agentId, id) => remove.run(agentId, id).changes > 0,
  };
}
