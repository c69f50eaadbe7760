import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ActivityQuery, AgentActivity, activityToWire } from '../contract/agent-activity.ts';
import { AgentPath } from '../contract/ids.ts';
import { agentActivity, timeBuckets } from '../projections/agent-activity.ts';
import { findAgent } from './agent-routes.ts';
import type { HttpDeps, Routes } from './deps.ts';

/** What an agent did over time, for charts. */
export function agentActivityRoutes(deps: Pick<HttpDeps, 'agents' | 'calls' | 'clock'>): Routes {
  return async (scope) => {
    scope.withTypeProvider<ZodTypeProvider>().route({
      method: 'GET',
      url: '/agents/:agent_id/activity',
      schema: {
        operationId: 'getAgentActivity',
        summary: "Look at an agent's activity over time",
        description:
          'Full hours or days in UTC, oldest first: the first holds the beginning of the time asked for, the last is still filling.',
        tags: ['Agents'],
        params: AgentPath,
        querystring: ActivityQuery,
        response: { 200: AgentActivity },
        errors: ['agent_not_found'],
      },
      handler: async ({ params, query }) => {
        const { id } = await findAgent(deps, params.agent_id);
        const buckets = timeBuckets(query.since, deps.clock.now()).map(async (bucket) =>
          agentActivity(bucket, await deps.calls.totals(id, bucket.start, bucket.end)),
        );
        return { data: (await Promise.all(buckets)).map(activityToWire) };
      },
    });
  };
}
