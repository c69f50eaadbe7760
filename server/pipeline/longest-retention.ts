import type { AgentId } from '../domain/ids.ts';
import type { Agents } from '../ports/agents.ts';
import type { Policies } from './policies.ts';

const page = 100;

/**
 * The longest `retention_days` of the policies in force: the global one and each agent's own. A
 * policy that does not say how long rejects, so that nothing is pruned on a guess.
 */
export async function longestRetention({
  agents,
  policies,
}: {
  readonly agents: Pick<Agents, 'list'>;
  readonly policies: Pick<Policies, 'current' | 'view'>;
}): Promise<number> {
  let days = policies.current().policy.audit.retentionDays;
  let before: AgentId | undefined;
  for (;;) {
    const found = await agents.list({ limit: page, ...(before !== undefined && { before }) });
    for (const agent of found) {
      const { retentionDays } = policies.view(agent);
      if (retentionDays === null)
        throw new Error('a policy does not say how long records are kept');
      days = Math.max(days, retentionDays);
    }
    before = found.at(-1)?.id;
    if (found.length < page) return days;
  }
}
