import type { Agent } from '../domain/agent.ts';
import type { AgentId } from '../domain/ids.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { Agents } from '../ports/agents.ts';

/** Agents as calls read them. */
export interface CachedAgents extends Agents {
  /** Clears the cache. */
  forget(): void;
}

/**
 * Agents from memory, so that a request costs no look-up. Every change passes through here, so the next
 * request sees it (spec, agent lifecycle).
 */
export function cacheAgents(agents: Agents): CachedAgents {
  let kept = new RecentMap<AgentId, Agent>(10_000);
  /** Counts changes: a read during a change is not cached. */
  let changes = 0;
  const changed = async <T>(id: AgentId, change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      changes += 1;
      kept.delete(id);
    }
  };
  return {
    ...agents,
    get: async (id) => {
      const known = kept.get(id);
      if (known !== undefined) return known;
      const before = changes;
      const agent = await agents.get(id);
      if (agent !== undefined && before === changes) kept.set(id, agent);
      return agent;
    },
    update: (agent) => changed(agent.id, agents.update(agent)),
    remove: (id) => changed(id, agents.remove(id)),
    forget: () => {
      changes += 1;
      kept = new RecentMap(10_000);
    },
  };
}
