import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { ChatCompletion, ChatCompletionRequest, ModelList } from '../../contract/chat.ts';
import { ResponsesReply, ResponsesRequest } from '../../contract/protocols/responses.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { TurnReply } from '../../pipeline/turn-types.ts';
import {
  type CompleteDeps,
  completeWithFunctions,
  functionsFor,
} from '../functions/complete-with-functions.ts';
import type { Routes } from '../server/deps.ts';
import { checkRawBodies } from '../server/json-body.ts';
import {
  authenticateCaller,
  type CallerDeps,
  type Credential,
  calledAgent,
  callerSchema,
  callIdHeader,
  requiredCallId,
} from './authenticate-caller.ts';
import { type FormedRequest, inChatForm, inResponsesForm } from './caller-forms.ts';
import { disconnectSignal, sendStream } from './send-reply.ts';

export type ProxyDeps = CallerDeps & CompleteDeps;

type Post<Body> = FastifyRequest<{ Body: Body }>;

const completeSchema = {
  ...callerSchema,
  operationId: 'completeChat',
  summary: 'Create a chat completion',
  description:
    'Masks patient identifiers, asks the upstream model, and restores the identifiers in the reply. With `stream: true` the reply is a stream of OpenAI chunks. A stream that fails after its first byte ends with an event that has the error envelope.',
  requestHeaders: callIdHeader,
  body: ChatCompletionRequest,
  response: {
    200: {
      description: 'The reply.',
      content: {
        'application/json': { schema: ChatCompletion },
        'text/event-stream': { schema: z.string() },
      },
    },
  },
  errors: ['agent_not_found', 'upstream_error', 'upstream_busy', 'AuditUnavailable'],
} satisfies FastifySchema;

const doubledPathSchema = {
  ...completeSchema,
  operationId: 'completeChatAtDoubledPath',
  summary: 'Create a chat completion (alias)',
} satisfies FastifySchema;

const respondSchema = {
  ...completeSchema,
  operationId: 'createResponse',
  summary: 'Create a response',
  description:
    "OpenAI's Responses API, on the same path as chat completions. With `stream: true` the reply is a stream of typed events. Send the whole input with each request: this service keeps no responses.",
  body: ResponsesRequest,
  response: {
    200: {
      description: 'The reply.',
      content: {
        'application/json': { schema: ResponsesReply },
        'text/event-stream': { schema: z.string() },
      },
    },
  },
} satisfies FastifySchema;

const modelsSchema = {
  ...callerSchema,
  operationId: 'listModels',
  summary: 'List models',
  description: "The agent's model. Some clients request it to check a base URL.",
  response: { 200: ModelList },
  errors: ['agent_not_found'],
} satisfies FastifySchema;

/** When a request began to arrive, its untouched body and its credential. */
interface Arrival {
  readonly receivedUs: number;
  body: Buffer;
  credential?: Credential;
}

/**
 * The OpenAI-compatible proxy (spec, POST /proxy/{agent_id}/v1/chat/completions; design D37, D38), also in
 * the form of the Responses API (decision 0105).
 */
export function proxyRoutes(deps: ProxyDeps): Routes {
  return async (scope: FastifyInstance) => {
    const arrivals = new WeakMap<FastifyRequest, Arrival>();
    scope.addHook('onRequest', async (request) => {
      arrivals.set(request, { receivedUs: deps.clock.monotonicUs(), body: Buffer.alloc(0) });
    });
    checkRawBodies(scope, async (request, raw) => {
      const credential = await authenticateCaller(deps, request, raw);
      const arrival = arrivals.get(request);
      if (arrival !== undefined) Object.assign(arrival, { body: raw, credential });
    });
    const answer = (request: FastifyRequest, reply: FastifyReply, formed: FormedRequest) => {
      const arrival = arrivals.get(request) ?? {
        receivedUs: deps.clock.monotonicUs(),
        body: Buffer.alloc(0),
      };
      return answerTurn(deps, request, reply, { ...arrival, ...formed });
    };
    const complete = (request: Post<ChatCompletionRequest>, reply: FastifyReply) =>
      answer(request, reply, inChatForm(request.body));
    const respond = (request: Post<ResponsesRequest>, reply: FastifyReply) =>
      answer(request, reply, inResponsesForm(request.body));
    scope.post('/proxy/:agent_id/v1/chat/completions', { schema: completeSchema }, complete);
    // Some platforms append the path to a URL that already ends in it.
    scope.post(
      '/proxy/:agent_id/v1/chat/completions/chat/completions',
      { schema: doubledPathSchema },
      complete,
    );
    scope.post('/proxy/:agent_id/v1/responses', { schema: respondSchema }, respond);
    scope.get('/proxy/:agent_id/v1/models', { schema: modelsSchema }, async (request) => {
      await deps.refreshSettings();
      const agent = await calledAgent(deps, request);
      const model = { id: agent.upstream, object: 'model', created: 0, owned_by: 'provider' };
      return { object: 'list', data: [model] };
    });
  };
}

async function answerTurn(
  deps: ProxyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { receivedUs, body, credential, chat, writer }: Arrival & FormedRequest,
): Promise<FastifyReply> {
  const agent = await calledAgent(deps, request);
  const externalCallId = requiredCallId(deps, request, agent);
  const signal = disconnectSignal(reply.raw);
  let turn: TurnReply;
  try {
    const input = {
      agent,
      request: chat,
      rawBody: body,
      externalCallId,
      requestId: request.id as RequestId,
      receivedUs,
      ...(credential && { credential }),
      signal,
    };
    const functions = functionsFor(deps, agent, chat);
    turn =
      functions.length === 0
        ? await deps.runTurn(input)
        : await completeWithFunctions(deps, input, functions);
  } catch (error) {
    if (!signal.aborted) throw error;
    // The caller is gone. The turn's record has the error.
    return reply.hijack();
  }
  if (turn.stream) await sendStream(turn, writer, request, reply);
  else
    reply.type('application/json; charset=utf-8').serializer(String).send(writer.whole(turn.body));
  return reply;
}
