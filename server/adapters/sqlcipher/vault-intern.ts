import type Database from 'better-sqlite3-multiple-ciphers';
import type { AgentId } from '../../domain/ids.ts';
import type { Vault, VaultEntry } from '../../ports/vault.ts';
import { vaultSql } from './vault-methods.ts';

export interface InternDeps {
  /** A connection of this thread, which reads what is committed. */
  readonly reader: Database.Database;
  /** Has the thread that writes keep entries; resolves with their tokens when they are committed. */
  readonly keep: (agentId: AgentId, entries: readonly VaultEntry[]) => Promise<readonly string[]>;
}

/** What stands for a value. */
interface DecidedToken {
  readonly token: string;
  /** 1 when it is on record that the agent uses it. */
  readonly used: 0 | 1;
}

/**
 * Decides tokens where they are asked for, so that nobody waits for a commit to learn them (decision
 * 0041). This process alone writes the vault: what is neither committed nor being kept is new.
 */
export function vaultIntern({ reader, keep }: InternDeps): Vault['intern'] {
  const knownUse = reader.prepare<[AgentId, string], DecidedToken>(vaultSql.knownUse);
  const pending = pendingTokens();

  const decided = (agentId: AgentId, index: string): DecidedToken | undefined => {
    const token = pending.of(index);
    return token === undefined ? knownUse.get(agentId, index) : { token, used: 0 };
  };

  const keepUnused = async (agentId: AgentId, entries: readonly VaultEntry[]): Promise<void> => {
    pending.add(entries);
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

/** Tokens that are being kept, by index, each for as long as a request waits for it. */
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
