import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ActivityQuery, AgentActivity, activityToWire } from '../../contract/agent-activity.ts';
import {
  AgentListQuery,
  AgentPage,
  agentStatsToWire,
  agentToWire,
  CreateAgent,
  CreatedAgent,
  callSettingsToWire,
  OneAgent,
  TestCallResult,
  UpdateAgent,
} from '../../contract/agents.ts';
import { AgentId, AgentPath } from '../../contract/ids.ts';
import { type Agent, tokenizationOf } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { RequestId } from '../../domain/ids.ts';
import { agentActivity, timeBuckets } from '../../projections/agent-stats.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordEvent } from '../server/record-event.ts';
import { requireAdmin, userOf } from '../sign-in/session-cookies.ts';
import { changedAgent, newAgent } from './agent-from-request.ts';
import { cutPage, decodeCursor } from './pagination.ts';

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

/** What an agent did over time, for charts. */
export function agentActivityRoutes(
  deps: Pick<HttpDeps, 'agents' | 'summaries' | 'clock'>,
): Routes {
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
          agentActivity(bucket, await deps.summaries.totals(id, bucket.start, bucket.end)),
        );
        return { data: (await Promise.all(buckets)).map(activityToWire) };
      },
    });
  };
}

const settingErrors = [
  'name_taken',
  'unknown_upstream',
  'unknown_policy',
  'policy_yaml_invalid',
] as const;

/** Agents of the account (spec, /api/v1/agents). */
export function agentRoutes(deps: HttpDeps): Routes {
  const wire = (agent: Agent) => {
    const policy = deps.policies.view(agent);
    const tokenization = tokenizationOf(agent, policy);
    return agentToWire({ agent, policy, tokenization, baseUrl: deps.callsUrl?.() ?? deps.baseUrl });
  };

  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/agents',
      schema: {
        operationId: 'listAgents',
        summary: 'List agents',
        description: 'Newest first.',
        tags: ['Agents'],
        querystring: AgentListQuery,
        response: { 200: AgentPage },
      },
      handler: async ({ query }) => {
        const found = await deps.agents.list({
          limit: query.limit + 1,
          ...(query.name === undefined ? {} : { name: query.name }),
          ...(query.cursor === undefined ? {} : { before: decodeCursor(AgentId, query.cursor) }),
        });
        const page = cutPage(found, query.limit, ({ id }) => id);
        const data = await Promise.all(page.rows.map((agent) => listItem(agent)));
        return { data, next_cursor: page.nextCursor };
      },
    });

    routes.route({
      method: 'POST',
      url: '/agents',
      // An admin's, like its change: its policy decides what reaches a model in the clear.
      onRequest: requireAdmin,
      schema: {
        operationId: 'createAgent',
        summary: 'Create an agent',
        description: 'For admins. It can take calls at once, at its `proxy_url`.',
        tags: ['Agents'],
        body: CreateAgent,
        response: { 201: CreatedAgent },
        errors: [...settingErrors, 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const agent = newAgent(deps, request.body);
        await create(agent, request);
        return reply.code(201).send({ agent: wire(agent) });
      },
    });

    routes.route({
      method: 'GET',
      url: '/agents/:agent_id',
      schema: {
        operationId: 'getAgent',
        summary: 'Look at one agent',
        tags: ['Agents'],
        params: AgentPath,
        response: { 200: OneAgent },
        errors: ['agent_not_found'],
      },
      handler: async ({ params }) => {
        const agent = await findAgent(deps, params.agent_id);
        const stats = agentStatsToWire(await deps.agentStats(agent.id));
        const policyYaml = deps.policies.view(agent).yaml;
        const settings = callSettingsToWire(agent);
        return { agent: { ...wire(agent), policy_yaml: policyYaml, ...settings, stats } };
      },
    });

    routes.route({
      method: 'PATCH',
      url: '/agents/:agent_id',
      // An admin's, because it changes how calls in progress are masked.
      onRequest: requireAdmin,
      schema: {
        operationId: 'updateAgent',
        summary: 'Change an agent',
        description:
          'For admins. Calls in progress are masked under the change from their next turn on.',
        tags: ['Agents'],
        params: AgentPath,
        body: UpdateAgent,
        response: { 200: CreatedAgent },
        errors: ['agent_not_found', ...settingErrors, 'AuditUnavailable'],
      },
      handler: async (request) => {
        const before = await findAgent(deps, request.params.agent_id);
        const after = changedAgent(deps, before, request.body);
        if (!(await deps.agents.update(after))) throw noSuchAgent();
        const fields = { actor: userOf(request).id, fields: Object.keys(request.body).sort() };
        await orUndo(recordEvent(deps, 'agent_updated', fields, before.id), () =>
          deps.agents.update(before),
        );
        return { agent: wire(after) };
      },
    });

    routes.route({
      method: 'DELETE',
      url: '/agents/:agent_id',
      onRequest: requireAdmin,
      schema: {
        operationId: 'deleteAgent',
        summary: 'Delete an agent',
        description: 'For admins. New calls get 404 at once; sessions and the vault stay.',
        tags: ['Agents'],
        params: AgentPath,
        response: { 204: z.undefined() },
        errors: ['agent_not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { id } = await findAgent(deps, request.params.agent_id);
        // Recorded first: a crash in between leaves a deletion on record to be repeated, never a
        // deletion without a record.
        await recordEvent(deps, 'agent_deleted', { actor: userOf(request).id }, id);
        if (!(await deps.agents.remove(id))) throw noSuchAgent();
        return reply.code(204).send();
      },
    });
  };

  async function listItem(agent: Agent) {
    const { sessionCount24h } = await deps.agentStats(agent.id);
    return { ...wire(agent), session_count_24h: sessionCount24h };
  }

  async function create(agent: Agent, request: FastifyRequest): Promise<void> {
    await deps.agents.create(agent);
    const fields = {
      actor: userOf(request).id,
      upstream: agent.upstream,
      tokenization: wire(agent).tokenization,
    };
    await orUndo(recordEvent(deps, 'agent_created', fields, agent.id), () =>
      deps.agents.remove(agent.id),
    );
  }
}

/** A change that can't be put on record is taken back; a crash in between leaves it unrecorded. */
export async function orUndo(
  recording: Promise<void>,
  undo: () => Promise<unknown>,
): Promise<void> {
  try {
    await recording;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** The agent with this id; Fault `agent_not_found` for unknown, deleted and malformed ids. */
export async function findAgent({ agents }: Pick<HttpDeps, 'agents'>, id: string) {
  const parsed = AgentId.safeParse(id);
  const agent = parsed.success ? await agents.get(parsed.data) : undefined;
  if (agent === undefined) throw noSuchAgent();
  return agent;
}

/** The refusal of an agent that is unknown or deleted. */
export function noSuchAgent(): Fault {
  return new Fault('agent_not_found', 'there is no agent with this id');
}
