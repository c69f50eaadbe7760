import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AgentPath } from '../contract/ids.ts';
import { TestCallResult } from '../contract/test-call.ts';
import type { RequestId } from '../domain/ids.ts';
import { findAgent } from './agent-routes.ts';
import type { HttpDeps, Routes } from './deps.ts';

type TestCallDeps = Pick<HttpDeps, 'agents' | 'testCall'>;

/** Trying an agent out, for everybody who is signed in. */
export function testCallRoutes({ agents, testCall }: TestCallDeps): Routes {
  return async (scope) => {
    if (testCall === undefined) return;
    scope.withTypeProvider<ZodTypeProvider>().route({
      method: 'POST',
      url: '/agents/:agent_id/test-call',
      schema: {
        operationId: 'makeTestCall',
        summary: 'Make a test call to an agent',
        description:
          "One turn of an invented caller under the agent's policy and tokens, answered by the `stub` model whatever the agent's own is. It is a session like any other, and on record.",
        tags: ['Agents'],
        params: AgentPath,
        response: { 200: TestCallResult },
        errors: ['agent_not_found', 'unknown_upstream', 'AuditUnavailable'],
      },
      handler: async ({ params, id }) => {
        const agent = await findAgent({ agents }, params.agent_id);
        const { sessionId, ...texts } = await testCall(agent, id as RequestId);
        return { session_id: sessionId, ...texts };
      },
    });
  };
}
