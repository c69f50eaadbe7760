import type { AgentId } from '../../domain/ids.ts';
import type { Vault, VaultEntry, VaultRow } from '../../ports/vault.ts';
import type { ColumnCipher, Place } from './column-cipher.ts';
import type { Connection } from './connection.ts';
import { statement } from './statement.ts';

interface SealedRow {
  readonly token: string;
  readonly index: string;
  readonly kind: string;
  readonly kid: string;
  readonly surface: Uint8Array;
}

const columns = 'token, value_index AS "index", kind, kid, surface';

export const vaultSql = {
  known: statement<
    [agentId: string, indexes: readonly string[]],
    { readonly index: string; readonly token: string; readonly used: boolean }
  >(
    `SELECT value_index AS "index", vault.token, vault_use.token IS NOT NULL AS used
     FROM vault LEFT JOIN vault_use ON vault_use.token = vault.token AND agent_id = $1
     WHERE value_index = ANY ($2)`,
  ),
  // A value that another request interned meanwhile is "updated" to what it is, because only so the
  // statement sees it. All take their rows in one order, so none waits for one that waits for it.
  intern: statement<
    [
      agentId: string,
      tokens: readonly string[],
      indexes: readonly string[],
      kinds: readonly string[],
      kids: readonly string[],
      surfaces: readonly Uint8Array[],
    ],
    { readonly index: string; readonly token: string }
  >(
    `WITH kept AS (
       INSERT INTO vault (token, value_index, kind, kid, surface)
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[])
         AS offered (token, value_index, kind, kid, surface)
       ORDER BY value_index
       ON CONFLICT (value_index) DO UPDATE SET kind = vault.kind
       RETURNING token, value_index
     ), used AS (
       INSERT INTO vault_use (agent_id, token) SELECT $1, token FROM kept ORDER BY token
       ON CONFLICT DO NOTHING
     )
     SELECT value_index AS "index", token FROM kept`,
  ),
  find: statement<[tokens: readonly string[]], SealedRow>(
    `SELECT ${columns} FROM vault WHERE token = ANY ($1)`,
  ),
  findUsed: statement<[tokens: readonly string[], agentId: string], SealedRow>(
    `SELECT ${columns} FROM vault JOIN vault_use USING (token)
     WHERE token = ANY ($1) AND agent_id = $2`,
  ),
};

/**
 * The vault in PostgreSQL. The server decides which token a value has, so that replicas which meet a
 * value for the first time together get one. A turn of known values writes nothing.
 */
export function postgresVault(connection: Connection, cipher: ColumnCipher): Vault {
  const known = async (agentId: AgentId, entries: readonly VaultEntry[]) => {
    const indexes = [...new Set(entries.map(({ index }) => index))];
    const rows = await connection.rows(vaultSql.known, [agentId, indexes]);
    return new Map(rows.filter(({ used }) => used).map(({ index, token }) => [index, token]));
  };

  const add = async (agentId: AgentId, entries: readonly VaultEntry[]) => {
    const rows = await connection.rows(vaultSql.intern, [
      agentId,
      entries.map(({ token }) => token),
      entries.map(({ index }) => index),
      entries.map(({ kind }) => kind),
      entries.map(({ kid }) => kid),
      entries.map((entry) => cipher.seal(placeOf(entry), entry.surface)),
    ]);
    return rows.map(({ index, token }) => [index, token] as const);
  };

  return {
    intern: async (agentId, entries) => {
      if (entries.length === 0) return [];
      const tokens = await known(agentId, entries);
      const missing = firstOfEach(entries.filter(({ index }) => !tokens.has(index)));
      if (missing.length > 0) {
        for (const [index, token] of await add(agentId, missing)) tokens.set(index, token);
      }
      return entries.map(({ index, token }) => tokens.get(index) ?? token);
    },
    find: async (tokens, agentId) => {
      if (tokens.length === 0) return [];
      const rows = await (agentId === undefined
        ? connection.rows(vaultSql.find, [tokens])
        : connection.rows(vaultSql.findUsed, [tokens, agentId]));
      const byToken = new Map(rows.map((row) => [row.token, row]));
      return tokens.map((token) => opened(byToken.get(token)));
    },
  };

  function opened(row: SealedRow | undefined): VaultRow | undefined {
    if (row === undefined) return undefined;
    const { token, kind } = row;
    return { token, kind, surface: cipher.open(placeOf(row), row.surface) };
  }
}

/** All of a row, so that no value comes to stand behind another's token or index. */
function placeOf({ token, index, kind, kid }: Omit<VaultEntry, 'surface'>): Place {
  return ['vault', 'surface', token, index, kind, kid];
}

/** Of entries for one value the first. */
function firstOfEach(entries: readonly VaultEntry[]): readonly VaultEntry[] {
  return [...new Map(entries.toReversed().map((entry) => [entry.index, entry])).values()];
}
