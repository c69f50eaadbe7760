import type { Agent } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { Agents } from '../../ports/agents.ts';

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
