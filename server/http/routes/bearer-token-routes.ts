import { z } from 'zod';
import {
  BearerToken,
  BearerTokenPage,
  CreateBearerToken,
  CreatedBearerToken,
} from '../../contract/bearer-tokens.ts';
import { AgentPath, BearerTokenId } from '../../contract/ids.ts';
import { PageQuery } from '../../contract/pagination.ts';
import { toWire } from '../../contract/wire-form.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId } from '../../domain/ids.ts';
import { bearerHash, newBearerSecret } from '../callers/bearer-secret.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { orUndo, type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { findAgent, noSuchAgent } from './agent-routes.ts';
import { readPage } from './pagination.ts';

export type BearerTokenDeps = RecordDeps & Pick<HttpDeps, 'agents' | 'bearerTokens' | 'ids'>;

const TokenPath = AgentPath.extend({
  token_id: z.string().meta({
    description: 'Id of a bearer token: `btk_` and a ULID.',
    examples: ['btk_01M7YRT5J3M7X9P1Q4R6T8V0W2'],
  }),
});

/** Each token costs every request of the agent one comparison. */
const maxTokens = 10;

/** Bearer tokens of an agent, for platforms that cannot sign (design D36). */
export function bearerTokenRoutes(deps: BearerTokenDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Agents'] },
    listBearerTokens,
    createBearerToken,
    revokeBearerToken,
  );
}

function listBearerTokens(api: ApiScope, deps: BearerTokenDeps): void {
  api.get('/agents/:agent_id/tokens', {
    schema: {
      operationId: 'listBearerTokens',
      summary: "List an agent's bearer tokens",
      description: 'Newest first, without their secrets.',
      params: AgentPath,
      querystring: PageQuery,
      response: { 200: BearerTokenPage },
      errors: ['agent_not_found'],
    },
    handler: async ({ params, query }) => {
      const agent = await findAgent(deps, params.agent_id);
      const tokens = await deps.bearerTokens.of(agent.id);
      return readPage(query, {
        list: ({ before }) => tokens.filter(({ id }) => before === undefined || id < before),
        position: BearerTokenId,
        positionOf: ({ id }) => id,
        toWire: (token) => toWire(BearerToken, token),
      });
    },
  });
}

function createBearerToken(api: ApiScope, deps: BearerTokenDeps): void {
  const { bearerTokens, ids, clock } = deps;
  api.post('/agents/:agent_id/tokens', {
    schema: {
      operationId: 'createBearerToken',
      summary: 'Create a bearer token for an agent',
      description:
        'A bearer token is for a voice platform that cannot sign its requests. This answer alone shows the secret.',
      params: AgentPath,
      body: CreateBearerToken,
      response: { 201: CreatedBearerToken },
      errors: ['agent_not_found'],
    },
    handler: async (request, reply) => {
      const { id: agentId } = await findAgent(deps, request.params.agent_id);
      if ((await bearerTokens.of(agentId)).length >= maxTokens) throw tooMany();
      const secret = newBearerSecret(ids);
      const token = {
        id: ids.next('btk'),
        agentId,
        hash: bearerHash(secret),
        name: request.body?.name ?? '',
        lastFour: secret.slice(-4),
        createdAt: new Date(clock.now()).toISOString(),
      };
      if (!(await bearerTokens.add(token))) throw noSuchAgent();
      await orUndo(recordChange(deps, agentId, userOf(request).id), () =>
        bearerTokens.remove(agentId, token.id),
      );
      return reply.code(201).send({ token: { ...toWire(BearerToken, token), secret } });
    },
  });
}

function revokeBearerToken(api: ApiScope, deps: BearerTokenDeps): void {
  api.delete('/agents/:agent_id/tokens/:token_id', {
    schema: {
      operationId: 'revokeBearerToken',
      summary: 'Revoke a bearer token',
      params: TokenPath,
      response: { 204: z.undefined() },
      errors: ['agent_not_found', 'not_found'],
    },
    handler: async (request, reply) => {
      const { id: agentId } = await findAgent(deps, request.params.agent_id);
      const tokens = await deps.bearerTokens.of(agentId);
      const token = tokens.find(({ id }) => id === request.params.token_id);
      if (token === undefined) throw noSuchToken();
      // Recorded first, like the deletion of an agent.
      await recordChange(deps, agentId, userOf(request).id);
      if (!(await deps.bearerTokens.remove(agentId, token.id))) throw noSuchToken();
      return reply.code(204).send();
    },
  });
}

function recordChange(deps: RecordDeps, agentId: AgentId, actor: string): Promise<void> {
  return recordEvent(deps, 'agent_updated', { actor, fields: ['bearer_tokens'] }, { agentId });
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
