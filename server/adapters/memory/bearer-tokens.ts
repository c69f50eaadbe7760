import type { BearerToken } from '../../domain/bearer-token.ts';
import type { AgentId, BearerTokenId } from '../../domain/ids.ts';
import type { Agents } from '../../ports/agents.ts';
import type { BearerTokens } from '../../ports/bearer-tokens.ts';

/** Tokens of the given agents, forgotten when the process ends. */
export function memoryBearerTokens(agents: Pick<Agents, 'get'>): BearerTokens {
  const tokens = new Map<BearerTokenId, BearerToken>();

  const of = async (agentId: AgentId): Promise<readonly BearerToken[]> => {
    if ((await agents.get(agentId)) === undefined) return [];
    return [...tokens.values()]
      .filter((token) => token.agentId === agentId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  };

  return {
    of,
    add: async (token) => {
      const known = (await agents.get(token.agentId)) !== undefined;
      if (known) tokens.set(token.id, token);
      return known;
    },
    remove: async (agentId, id) => {
      const known = (await of(agentId)).some((token) => token.id === id);
      return known && tokens.delete(id);
    },
  };
}
