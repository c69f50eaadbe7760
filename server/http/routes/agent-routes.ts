import { z } from 'zod';
import { AgentConnection } from '../../contract/agent-connection.ts';
import {
  AgentListQuery,
  AgentPage,
  AgentStats,
  agentToWire,
  CallSettings,
  CreateAgent,
  CreatedAgent,
  OneAgent,
  TestCallRequest,
  TestCallResult,
  UpdateAgent,
} from '../../contract/agents.ts';
import {
  ActivityBucket,
  ActivityQuery,
  AgentActivity,
} from '../../contract/figures/agent-activity.ts';
import { AgentId, AgentPath } from '../../contract/ids.ts';
import { hasRight } from '../../contract/rights.ts';
import { toWire } from '../../contract/wire-form.ts';
import { type Agent, tokenizationOf } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { RequestId } from '../../domain/ids.ts';
import { itemAt } from '../../domain/item-at.ts';
import { targetOf } from '../../domain/settings/network-target.ts';
import type { TestCall } from '../../pipeline/test-call.ts';
import { weakerIn } from '../../policy/index.ts';
import type { User } from '../../ports/users.ts';
import { agentActivity, timeBuckets } from '../../projections/agent-stats.ts';
import { publicPart } from '../../projections/public-side.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { orUndo, type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { changedAgent, newAgent } from './agent-from-request.ts';
import { readPage } from './pagination.ts';

export type AgentDeps = RecordDeps &
  Pick<
    HttpDeps,
    | 'agents'
    | 'agentStats'
    | 'callsUrl'
    | 'contacts'
    | 'ids'
    | 'policies'
    | 'policyChanges'
    | 'summaries'
    | 'testCall'
    | 'upstreams'
  >;

const settingErrors = [
  'name_taken',
  'unknown_upstream',
  'unknown_policy',
  'policy_yaml_invalid',
] as const;

/** Agents of the account (spec, /api/v1/agents). Admins and IT change them. */
export function agentRoutes(deps: AgentDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Agents'] },
    listAgents,
    createAgent,
    getAgent,
    updateAgent,
    deleteAgent,
    getActivity,
    getConnection,
    makeTestCall,
  );
}

function wireAgent({ policies, callsUrl }: Pick<AgentDeps, 'policies' | 'callsUrl'>, agent: Agent) {
  const policy = policies.view(agent);
  const tokenization = tokenizationOf(agent, policy);
  // The stub upstream skips the model pass (spec, rule 2).
  const checksNames = policy.checksNames && agent.upstream !== 'stub';
  return agentToWire({ agent, policy, tokenization, checksNames, baseUrl: callsUrl() });
}

function listAgents(api: ApiScope, deps: AgentDeps): void {
  api.get('/agents', {
    schema: {
      operationId: 'listAgents',
      summary: 'List agents',
      description: 'Newest first.',
      querystring: AgentListQuery,
      response: { 200: AgentPage },
    },
    handler: ({ query }) =>
      readPage(query, {
        list: (page) =>
          deps.agents.list({ ...page, ...(query.name !== undefined && { name: query.name }) }),
        position: AgentId,
        positionOf: ({ id }) => id,
        toWire: async (agent) => ({
          ...wireAgent(deps, agent),
          session_count_24h: (await deps.agentStats(agent.id)).sessionCount24h,
        }),
      }),
  });
}

/**
 * Fault `forbidden` where the agent's own policy masks or records less than the global one, and somebody
 * else could approve it (decision 0152).
 */
async function refuseWeaker(
  { policies, policyChanges }: AgentDeps,
  agent: Agent,
  { id, role }: Pick<User, 'id' | 'role'>,
): Promise<void> {
  if (agent.policyYaml === null) return;
  const weaker = weakerIn(policies.current().policy, policies.of(agent).policy);
  if (weaker.length === 0) return;
  if (await policyChanges.mayDecideAlone({ id, admin: role === 'admin' })) return;
  throw new Fault(
    'forbidden',
    `this policy masks or records less than the global one (${weaker.join(', ')}): propose it for the agent, and an account admin decides`,
  );
}

/**
 * Fault `forbidden` where somebody who is no admin names a new address of this machine (decisions 0141, 0168, 0197):
 * programs that listen here alone would get what the service sends.
 */
function requireWordForReceivers(
  { role }: Pick<User, 'role'>,
  after: Receivers,
  before?: Receivers,
): void {
  if (hasRight(role, 'admin')) return;
  const newHere = (urls: readonly string[], known: readonly string[]) =>
    urls.some((url) => !known.includes(url) && targetOf(new URL(url).hostname) !== 'elsewhere');
  if (newHere(endpointsOf(after), endpointsOf(before)))
    throw new Fault('forbidden', 'only an account admin may name a function on this machine');
  if (newHere(transcriptUrlOf(after), transcriptUrlOf(before)))
    throw new Fault('forbidden', 'only an account admin may send transcripts to this machine');
}

type Receivers = Pick<Agent, 'tools' | 'transcriptUrl'>;

function transcriptUrlOf(agent: Receivers | undefined): readonly string[] {
  return [agent?.transcriptUrl ?? []].flat();
}

function endpointsOf(agent: Receivers | undefined): readonly string[] {
  return (agent?.tools ?? []).flatMap(({ endpoint }) => endpoint?.url ?? []);
}

function createAgent(api: ApiScope, deps: AgentDeps): void {
  api.post('/agents', {
    schema: {
      operationId: 'createAgent',
      summary: 'Create an agent',
      description: 'The agent takes calls immediately, at its `proxy_url`.',
      body: CreateAgent,
      response: { 201: CreatedAgent },
      errors: [...settingErrors],
    },
    handler: async (request, reply) => {
      const agent = newAgent(deps, request.body);
      requireWordForReceivers(userOf(request), agent);
      await refuseWeaker(deps, agent, userOf(request));
      await deps.agents.create(agent);
      const created = wireAgent(deps, agent);
      const { upstream, tokenization } = created;
      const fields = { actor: userOf(request).id, upstream, tokenization };
      await orUndo(recordEvent(deps, 'agent_created', fields, { agentId: agent.id }), () =>
        deps.agents.remove(agent.id),
      );
      return reply.code(201).send({ agent: created });
    },
  });
}

function getAgent(api: ApiScope, deps: AgentDeps): void {
  api.get('/agents/:agent_id', {
    schema: {
      operationId: 'getAgent',
      summary: 'Get an agent',
      params: AgentPath,
      response: { 200: OneAgent },
      errors: ['agent_not_found'],
    },
    handler: async ({ params }) => {
      const agent = await findAgent(deps, params.agent_id);
      const stats = toWire(AgentStats, await deps.agentStats(agent.id));
      const policyYaml = deps.policies.view(agent).yaml;
      const settings = toWire(CallSettings, agent);
      return { agent: { ...wireAgent(deps, agent), policy_yaml: policyYaml, ...settings, stats } };
    },
  });
}

function updateAgent(api: ApiScope, deps: AgentDeps): void {
  api.patch('/agents/:agent_id', {
    schema: {
      operationId: 'updateAgent',
      summary: 'Change an agent',
      description: 'Calls in progress follow the change from their next turn.',
      params: AgentPath,
      body: UpdateAgent,
      response: { 200: CreatedAgent },
      errors: ['agent_not_found', ...settingErrors],
    },
    handler: (request) =>
      deps.policyChanges.inTurn(async () => {
        const before = await findAgent(deps, request.params.agent_id);
        const after = changedAgent(deps, before, request.body);
        requireWordForReceivers(userOf(request), after, before);
        if (after.policyYaml !== before.policyYaml)
          await refuseWeaker(deps, after, userOf(request));
        if (!(await deps.agents.update(after))) throw noSuchAgent();
        const fields = { actor: userOf(request).id, fields: Object.keys(request.body).sort() };
        await orUndo(recordEvent(deps, 'agent_updated', fields, { agentId: before.id }), () =>
          deps.agents.update(before),
        );
        return { agent: wireAgent(deps, after) };
      }),
  });
}

function deleteAgent(api: ApiScope, deps: AgentDeps): void {
  api.delete('/agents/:agent_id', {
    schema: {
      operationId: 'deleteAgent',
      summary: 'Delete an agent',
      description: 'New calls get 404 immediately. The sessions and the vault stay as they are.',
      params: AgentPath,
      response: { 204: z.undefined() },
      errors: ['agent_not_found'],
    },
    handler: async (request, reply) => {
      await deps.policyChanges.inTurn(async () => {
        const { id } = await findAgent(deps, request.params.agent_id);
        // Recorded first: a crash in between leaves a recorded deletion that the admin repeats, never
        // a deletion without a record.
        await recordEvent(deps, 'agent_deleted', { actor: userOf(request).id }, { agentId: id });
        if (!(await deps.agents.remove(id))) throw noSuchAgent();
      });
      return reply.code(204).send();
    },
  });
}

function getActivity(api: ApiScope, deps: AgentDeps): void {
  api.get('/agents/:agent_id/activity', {
    schema: {
      operationId: 'getAgentActivity',
      summary: "Get an agent's activity over time",
      description:
        'Whole hours or days in UTC, oldest first. The first one contains the start of the requested time; the last one is not over yet.',
      params: AgentPath,
      querystring: ActivityQuery,
      response: { 200: AgentActivity },
      errors: ['agent_not_found'],
    },
    handler: async ({ params, query }) => {
      const { id } = await findAgent(deps, params.agent_id);
      const buckets = timeBuckets(query.since, deps.clock.now()).map(async (bucket) =>
        toWire(
          ActivityBucket,
          agentActivity(bucket, await deps.summaries.totals(id, bucket.start, bucket.end)),
        ),
      );
      return { data: await Promise.all(buckets) };
    },
  });
}

function getConnection(api: ApiScope, deps: AgentDeps): void {
  api.get('/agents/:agent_id/connection', {
    schema: {
      operationId: 'getAgentConnection',
      summary: 'Get the last requests to an agent',
      description:
        'The last request that was let in and the last one that was refused, as this process remembers them. Of several replicas each knows its own. Never text of a call.',
      params: AgentPath,
      response: { 200: AgentConnection },
      errors: ['agent_not_found'],
    },
    handler: async ({ params }) => {
      const { id } = await findAgent(deps, params.agent_id);
      return toWire(AgentConnection, deps.contacts.of(id));
    },
  });
}

function makeTestCall(api: ApiScope, deps: AgentDeps): void {
  api.post('/agents/:agent_id/test-call', {
    schema: {
      operationId: 'makeTestCall',
      summary: 'Make a test call to an agent',
      description:
        "Runs one turn of an invented caller under the agent's policy, passes and tokens. The `stub` model answers, whichever model the agent has. The call is recorded as a session like any other. People who may not have texts masked see placeholders in place of tokens.",
      params: AgentPath,
      body: TestCallRequest,
      response: { 200: TestCallResult },
      errors: ['agent_not_found', 'unknown_upstream'],
    },
    // A request without a body has null there, which no default replaces.
    preValidation: async (request) => {
      request.body ??= {} as TestCallRequest;
    },
    handler: async (request) => {
      const agent = await findAgent(deps, request.params.agent_id);
      const made = await deps.testCall(agent, request.id as RequestId, request.body.said);
      const mayMask = hasRight(userOf(request).role, 'mask');
      const { sessionId, ...call } = mayMask ? made : withoutTokens(made);
      return { session_id: sessionId, ...call };
    },
  });
}

/** With placeholders: the token of a value that somebody guesses tells where else the value is (decision 0185). */
function withoutTokens(call: TestCall): TestCall {
  const shown = publicPart({ part: '', role: 'user', public: call.sent, spans: call.spans });
  const spans = call.spans.map((span, at) => ({ ...span, public: itemAt(shown.spans, at).public }));
  return { ...call, sent: shown.public, spans };
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
