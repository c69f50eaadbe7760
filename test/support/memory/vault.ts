import type { AgentId } from '../../../server/domain/ids.ts';
import type { Vault, VaultEntry } from '../../../server/ports/vault.ts';

/** A vault that forgets everything when the process ends. */
export function memoryVault(): Vault {
  const byIndex = new Map<string, VaultEntry>();
  const byToken = new Map<string, VaultEntry>();
  const usedBy = new Map<AgentId, Set<string>>();

  const internOne = (agentId: AgentId, offered: VaultEntry): string => {
    const entry = byIndex.get(offered.index) ?? offered;
    byIndex.set(entry.index, entry);
    byToken.set(entry.token, entry);
    const used = usedBy.get(agentId) ?? new Set();
    usedBy.set(agentId, used.add(entry.token));
    return entry.token;
  };

  return {
    intern: async (agentId, entries) => {
      refuseTakenTokens(entries, byIndex, byToken);
      const tokens = entries.map((entry) => internOne(agentId, entry));
      return { tokens, durable: Promise.resolve() };
    },
    find: async (tokens, agentId) =>
      tokens.map((token) => {
        const entry = byToken.get(token);
        const visible = agentId === undefined || usedBy.get(agentId)?.has(token);
        if (entry === undefined || !visible) return undefined;
        return { token: entry.token, kind: entry.kind, surface: entry.surface };
      }),
  };
}

/** All or nothing: checked before the first entry is kept. */
function refuseTakenTokens(
  entries: readonly VaultEntry[],
  byIndex: ReadonlyMap<string, VaultEntry>,
  byToken: ReadonlyMap<string, VaultEntry>,
): void {
  const offered = new Map<string, string>();
  for (const { index, token } of entries) {
    if (byIndex.has(index)) continue;
    const owner = byToken.get(token)?.index ?? offered.get(token) ?? index;
    if (owner !== index) throw new Error('A new token already stands for another value.');
    offered.set(token, index);
  }
}
