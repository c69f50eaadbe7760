import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  BearerTokenPage,
  bearerTokenToWire,
  CreateBearerToken,
  CreatedBearerToken,
} from '../../contract/bearer-tokens.ts';
import { AgentPath, BearerTokenId } from '../../contract/ids.ts';
import { PageQuery } from '../../contract/pagination.ts';
import type { BearerToken } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId } from '../../domain/ids.ts';
import { bearerHash, newBearerSecret } from '../callers/bearer-secret.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordEvent } from '../server/record-event.ts';
import { requireAdmin, userOf } from '../sign-in/session-cookies.ts';
import { findAgent, noSuchAgent, orUndo } from './agent-routes.ts';
import { cutPage, decodeCursor } from './pagination.ts';

const TokenPath = AgentPath.extend({
  token_id: z.string().meta({
    description: 'Id of a bearer token: `btk_` and a ULID.',
    examples: ['btk_01M7YRT5J3M7X9P1Q4R6T8V0W2'],
  }),
});

/** Each costs every request of the agent one comparison. */
const maxTokens = 10;

/** Bearer tokens of an agent, for platforms that cannot sign (design D36). */
export function bearerTokenRoutes(deps: HttpDeps): Routes {
  const { bearerTokens } = deps;
  const recordChange = (agentId: AgentId, actor: string) =>
    recordEvent(deps, 'agent_updated', { actor, fields: ['bearer_tokens'] }, agentId);

  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/agents/:agent_id/tokens',
      schema: {
        operationId: 'listBearerTokens',
        summary: "List an agent's bearer tokens",
        description: 'Newest first, without their secrets.',
        tags: ['Agents'],
        params: AgentPath,
        querystring: PageQuery,
        response: { 200: BearerTokenPage },
        errors: ['agent_not_found'],
      },
      handler: async ({ params, query: { limit, cursor } }) => {
        const agent = await findAgent(deps, params.agent_id);
        const before = cursor === undefined ? undefined : decodeCursor(BearerTokenId, cursor);
        const tokens = (await bearerTokens.of(agent.id)).filter(
          ({ id }) => before === undefined || id < before,
        );
        const page = cutPage(tokens, limit, ({ id }) => id);
        return { data: page.rows.map(bearerTokenToWire), next_cursor: page.nextCursor };
      },
    });

    routes.route({
      method: 'POST',
      url: '/agents/:agent_id/tokens',
      onRequest: requireAdmin,
      schema: {
        operationId: 'createBearerToken',
        summary: 'Make a bearer token for an agent',
        description:
          'For admins, and for voice platforms that cannot sign. The secret is told only once.',
        tags: ['Agents'],
        params: AgentPath,
        body: CreateBearerToken,
        response: { 201: CreatedBearerToken },
        errors: ['agent_not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { id: agentId } = await findAgent(deps, request.params.agent_id);
        if ((await bearerTokens.of(agentId)).length >= maxTokens) throw tooMany();
        const secret = newBearerSecret(deps.ids);
        const token = newToken(agentId, secret, request.body?.name ?? '');
        if (!(await bearerTokens.add(token))) throw noSuchAgent();
        await orUndo(recordChange(agentId, userOf(request).id), () =>
          bearerTokens.remove(agentId, token.id),
        );
        return reply.code(201).send({ token: { ...bearerTokenToWire(token), secret } });
      },
    });

    routes.route({
      method: 'DELETE',
      url: '/agents/:agent_id/tokens/:token_id',
      onRequest: requireAdmin,
      schema: {
        operationId: 'revokeBearerToken',
        summary: 'Revoke a bearer token',
        description: 'For admins.',
        tags: ['Agents'],
        params: TokenPath,
        response: { 204: z.undefined() },
        errors: ['agent_not_found', 'not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { id: agentId } = await findAgent(deps, request.params.agent_id);
        const tokens = await bearerTokens.of(agentId);
        const token = tokens.find(({ id }) => id === request.params.token_id);
        if (token === undefined) throw noSuchToken();
        // Recorded first, as the deletion of an agent is.
        await recordChange(agentId, userOf(request).id);
        if (!(await bearerTokens.remove(agentId, token.id))) throw noSuchToken();
        return reply.code(204).send();
      },
    });
  };

  function newToken(agentId: AgentId, secret: string, name: string): BearerToken {
    return {
      id: deps.ids.next('btk'),
      agentId,
      hash: bearerHash(secret),
      name,
      lastFour: secret.slice(-4),
      createdAt: new Date(deps.clock.now()).toISOString(),
    };
  }
}

function tooMany(): Fault {
  return new Fault(
    'validation_failed',
    `an agent has at most ${maxTokens} bearer tokens: revoke one first`,
  );
}

function noSuchToken(): Fault {
  return new Fault('not_found', 'there is no bearer token with this id');
}
