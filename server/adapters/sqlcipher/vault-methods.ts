import type Database from 'better-sqlite3-multiple-ciphers';
import type { AgentId } from '../../domain/ids.ts';
import type { VaultEntry, VaultRow } from '../../ports/vault.ts';

export const vaultSql = {
  known: 'SELECT token FROM vault WHERE value_index = ?',
  knownUse: `SELECT token, EXISTS (
               SELECT 1 FROM vault_use WHERE agent_id = ? AND vault_use.token = vault.token
             ) AS used
             FROM vault WHERE value_index = ?`,
  add: `INSERT INTO vault (token, value_index, kind, kid, surface)
        VALUES (:token, :index, :kind, :kid, :surface)`,
  use: 'INSERT INTO vault_use (agent_id, token) VALUES (?, ?) ON CONFLICT DO NOTHING',
  find: 'SELECT token, kind, surface FROM vault WHERE token = ?',
  findUsed: `SELECT token, kind, surface FROM vault JOIN vault_use USING (token)
             WHERE token = ? AND agent_id = ?`,
};

/**
 * The vault inside the thread that writes it. Of a value that has a token already it keeps that one and
 * no other, whatever was decided by the thread that asks (decision 0041).
 */
export function vaultMethods(db: Database.Database) {
  const known = db.prepare<[string], string>(vaultSql.known).pluck();
  const add = db.prepare<[VaultEntry]>(vaultSql.add);
  const use = db.prepare<[AgentId, string]>(vaultSql.use);
  const find = db.prepare<[string], VaultRow>(vaultSql.find);
  const findUsed = db.prepare<[string, AgentId], VaultRow>(vaultSql.findUsed);

  return {
    intern: ({ agentId, entries }: { agentId: AgentId; entries: readonly VaultEntry[] }) =>
      entries.map((entry) => {
        const kept = known.get(entry.index);
        if (kept === undefined) add.run(entry);
        const token = kept ?? entry.token;
        use.run(agentId, token);
        return token;
      }),
    findTokens: (query: { tokens: readonly string[]; agentId: AgentId | undefined }) => {
      const { tokens, agentId } = query;
      return tokens.map((token) =>
        agentId === undefined ? find.get(token) : findUsed.get(token, agentId),
      );
    },
  };
}
