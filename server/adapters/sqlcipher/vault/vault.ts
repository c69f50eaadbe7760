import type Database from 'better-sqlite3-multiple-ciphers';
import type { AgentId } from '../../../domain/ids.ts';
import type { Vault, VaultEntry, VaultRow } from '../../../ports/vault.ts';
import type { KnownIndexes } from './known-indexes.ts';

export interface InternDeps {
  /** A read-only connection of this thread. */
  readonly reader: Database.Database;
  /** Saves a look-up for most new values. */
  readonly known: KnownIndexes;
  /** Stores entries through the writer thread; resolves with their tokens when they are committed. */
  readonly keep: (agentId: AgentId, entries: readonly VaultEntry[]) => Promise<readonly string[]>;
}

/** A value that an agent uses. */
interface Wanted {
  readonly agentId: AgentId;
  readonly index: string;
}

/** The token of a value. */
interface DecidedToken {
  readonly token: string;
  /** 1 when the vault has recorded that the agent uses it. */
  readonly used: 0 | 1;
}

/**
 * Decides tokens in the calling thread, so that callers need not wait for a commit (decision 0041). Only
 * this process writes the vault, so a value that is neither committed nor pending is new.
 */
export function vaultIntern({ reader, known, keep }: InternDeps): Vault['intern'] {
  const knownUse = reader.prepare<[Wanted], DecidedToken>(vaultSql.knownUse);
  const pending = pendingTokens();

  const decided = (agentId: AgentId, index: string): DecidedToken | undefined => {
    const token = pending.of(index);
    if (token !== undefined) return { token, used: 0 };
    return known.mayHold(index) ? knownUse.get({ agentId, index }) : undefined;
  };

  const keepUnused = async (agentId: AgentId, entries: readonly VaultEntry[]): Promise<void> => {
    pending.add(entries);
    for (const { index } of entries) known.add(index);
    try {
      const kept = await keep(agentId, entries);
      if (entries.some(({ token }, at) => token !== kept[at]))
        throw new Error('the vault keeps another token for a value');
    } finally {
      pending.drop(entries);
    }
  };

  return async (agentId, entries) => {
    const offered = new Map(entries.toReversed().map(({ index, token }) => [index, token]));
    const answers = entries.map((entry) => {
      const fresh = { token: offered.get(entry.index) ?? entry.token, used: 0 };
      return { entry, ...(decided(agentId, entry.index) ?? fresh) };
    });
    const unused = answers.filter(({ used }) => used === 0);
    return {
      tokens: answers.map(({ token }) => token),
      durable:
        unused.length === 0
          ? Promise.resolve()
          : keepUnused(
              agentId,
              unused.map(({ entry, token }) => ({ ...entry, token })),
            ),
    };
  };
}

/** Tokens whose commit is pending, by index, each as long as a request waits for it. */
function pendingTokens() {
  const tokens = new Map<string, { readonly token: string; waiting: number }>();
  return {
    of: (index: string): string | undefined => tokens.get(index)?.token,
    add: (entries: readonly VaultEntry[]): void => {
      for (const { index, token } of entries) {
        const { waiting } = tokens.get(index) ?? { waiting: 0 };
        tokens.set(index, { token, waiting: waiting + 1 });
      }
    },
    drop: (entries: readonly VaultEntry[]): void => {
      for (const { index } of entries) {
        const one = tokens.get(index);
        if (one === undefined) continue;
        one.waiting -= 1;
        if (one.waiting === 0) tokens.delete(index);
      }
    },
  };
}

/** Whether an agent uses a token. */
const isUsed = `(first_agent = :agentId OR EXISTS (
  SELECT 1 FROM vault_use WHERE vault_use.agent_id = :agentId AND vault_use.token = vault.token))`;

export const vaultSql = {
  knownUse: `SELECT token, ${isUsed} AS used FROM vault WHERE value_index = :index`,
  add: `INSERT INTO vault (token, value_index, kind, kid, surface, first_agent)
        VALUES (:token, :index, :kind, :kid, :surface, :agentId)`,
  use: 'INSERT INTO vault_use (agent_id, token) VALUES (:agentId, :token) ON CONFLICT DO NOTHING',
  find: 'SELECT token, kind, surface FROM vault WHERE token = ?',
  findUsed: `SELECT token, kind, surface FROM vault WHERE token = :token AND ${isUsed}`,
};

/**
 * The vault, in the thread that owns the database. A stored token always wins over the one that the
 * calling thread decided (decision 0041).
 */
export function vaultMethods(db: Database.Database) {
  const known = db.prepare<[Wanted], DecidedToken>(vaultSql.knownUse);
  const add = db.prepare<[VaultEntry & { readonly agentId: AgentId }]>(vaultSql.add);
  const use = db.prepare<[{ agentId: AgentId; token: string }]>(vaultSql.use);
  const find = db.prepare<[string], VaultRow>(vaultSql.find);
  const findUsed = db.prepare<[{ agentId: AgentId; token: string }], VaultRow>(vaultSql.findUsed);

  return {
    keep: (agentId: AgentId, entries: readonly VaultEntry[]): readonly string[] =>
      entries.map((entry) => {
        const kept = known.get({ agentId, index: entry.index });
        if (kept === undefined) add.run({ ...entry, agentId });
        else if (kept.used === 0) use.run({ agentId, token: kept.token });
        return kept?.token ?? entry.token;
      }),
    find: (tokens: readonly string[], agentId: AgentId | undefined) =>
      tokens.map((token) =>
        agentId === undefined ? find.get(token) : findUsed.get({ agentId, token }),
      ),
  };
}
