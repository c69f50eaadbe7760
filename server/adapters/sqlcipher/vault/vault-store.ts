import type { Secret } from '../../../domain/secret.ts';
import type { Agents, BearerTokens } from '../../../ports/agents.ts';
import type { Documents } from '../../../ports/documents.ts';
import type { JournalHead } from '../../../ports/journal.ts';
import type { RosterStore } from '../../../ports/roster.ts';
import type { Users } from '../../../ports/users.ts';
import type { Vault } from '../../../ports/vault.ts';
import type { WebSessions } from '../../../ports/web-sessions.ts';
import { openDatabase } from '../engine/connection.ts';
import { trackWriteHealth } from '../engine/write-health.ts';
import { openWriter } from '../engine/writer.ts';
import { knownIndexes, memoryForIndexes } from './known-indexes.ts';
import { vaultMigrations } from './migrations.ts';
import { sqlcipherRoster } from './roster.ts';
import { vaultIntern } from './vault.ts';
import type { VaultData, VaultStorePorts } from './vault-worker.ts';

export interface VaultStore {
  readonly vault: Vault;
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly roster: RosterStore;
  readonly documents: Documents;
  /** Stores a copy of the journal head (decision 0055). */
  keepKnownHead(head: JournalHead): Promise<void>;
  /** True if values cannot be stored; see `WriteHealth`. */
  failing(): boolean;
  /** Resolves when the thread ends without `close`. */
  readonly ended: Promise<void>;
  /** Finishes outstanding calls, then closes the database and its thread. */
  close(): Promise<void>;
}

/**
 * Opens `vault.db` with its raw 32-byte key; rejects when the key is wrong. A thread of its own writes
 * it. Writes are on disk when a method resolves, tokens when `durable` resolves (design D22, D45).
 */
export async function openVaultStore(options: {
  readonly file: string;
  readonly key: Secret<Buffer>;
}): Promise<VaultStore> {
  const { file } = options;
  const key = options.key.reveal();
  const worker = new URL('./vault-worker.ts', import.meta.url);
  const indexes = memoryForIndexes();
  const data: VaultData = { file, key, indexes };
  const writer = await openWriter<VaultStorePorts>({ worker, data });
  const reader = openDatabase({ file, key, migrations: vaultMigrations, readonly: true });
  const { tokens, health, knownHead, roster, ...stores } = writer.ports;
  const { watched, failing } = trackWriteHealth(health);

  return {
    ...stores,
    vault: {
      intern: vaultIntern({
        reader,
        known: knownIndexes(indexes),
        keep: (agentId, entries) => watched(tokens.keep(agentId, entries)),
      }),
      find: async (wanted, agentId) => (wanted.length === 0 ? [] : tokens.find(wanted, agentId)),
    },
    roster: sqlcipherRoster(reader, roster),
    keepKnownHead: knownHead.keep,
    failing,
    ended: writer.ended,
    close: () => {
      reader.close();
      return writer.close();
    },
  };
}
