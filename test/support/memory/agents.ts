import type { Agent, BearerToken } from '../../../server/domain/agent.ts';
import { Fault } from '../../../server/domain/fault.ts';
import type { AgentId, BearerTokenId } from '../../../server/domain/ids.ts';
import type { Agents, BearerTokens } from '../../../server/ports/agents.ts';

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

/** Agents that are forgotten when the process ends. */
export function memoryAgents(): Agents {
  const agents = new Map<AgentId, Agent>();

  const put = (agent: Agent): void => {
    for (const other of agents.values()) {
      if (other.name === agent.name && other.id !== agent.id) {
        throw new Fault('name_taken', 'An agent with this name exists.');
      }
    }
    agents.set(agent.id, agent);
  };

  return {
    create: async (agent) => put(agent),
    get: async (id) => agents.get(id),
    update: async (agent) => {
      const known = agents.has(agent.id);
      if (known) put(agent);
      return known;
    },
    list: async ({ name = '', before, limit }) =>
      [...agents.values()]
        .filter((agent) => agent.name.toLowerCase().includes(name.toLowerCase()))
        .filter((agent) => before === undefined || agent.id < before)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    remove: async (id) => agents.delete(id),
  };
}
