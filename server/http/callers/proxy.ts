import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { ChatCompletion, ChatCompletionRequest, ModelList } from '../../contract/chat.ts';
import { errorEnvelope } from '../../contract/errors.ts';
import type { ChatRequest } from '../../domain/chat.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { RunTurn, TurnReply } from '../../pipeline/turn-types.ts';
import type { Routes } from '../server/deps.ts';
import { errorResponseOf } from '../server/error-responses.ts';
import { checkRawBodies } from '../server/json-body.ts';
import {
  authenticateCaller,
  type CallerDeps,
  type Credential,
  calledAgent,
  callerSchema,
  callIdHeader,
  externalCallId,
} from './authenticate-caller.ts';

export interface ProxyDeps extends CallerDeps {
  readonly runTurn: RunTurn;
}

type ChatPost = FastifyRequest<{ Body: ChatCompletionRequest }>;

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

/** The OpenAI-compatible proxy (spec, POST /proxy/{agent_id}/v1/chat/completions; design D37, D38). */
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
    const complete = (request: ChatPost, reply: FastifyReply): Promise<FastifyReply> => {
      const arrival = arrivals.get(request) ?? {
        receivedUs: deps.clock.monotonicUs(),
        body: Buffer.alloc(0),
      };
      return answerCompletion(deps, request, reply, arrival);
    };
    scope.post('/proxy/:agent_id/v1/chat/completions', { schema: completeSchema }, complete);
    // Some platforms append the path to a URL that already ends in it.
    scope.post(
      '/proxy/:agent_id/v1/chat/completions/chat/completions',
      { schema: doubledPathSchema },
      complete,
    );
    scope.get('/proxy/:agent_id/v1/models', { schema: modelsSchema }, async (request) => {
      await deps.refreshSettings();
      const agent = await calledAgent(deps, request);
      const model = { id: agent.upstream, object: 'model', created: 0, owned_by: 'provider' };
      return { object: 'list', data: [model] };
    });
  };
}

async function answerCompletion(
  deps: ProxyDeps,
  request: ChatPost,
  reply: FastifyReply,
  { receivedUs, body, credential }: Arrival,
): Promise<FastifyReply> {
  const agent = await calledAgent(deps, request);
  const signal = disconnectSignal(reply.raw);
  let turn: TurnReply;
  try {
    turn = await deps.runTurn({
      agent,
      request: request.body as ChatRequest,
      rawBody: body,
      externalCallId: externalCallId(request.body, request.headers),
      requestId: request.id as RequestId,
      receivedUs,
      ...(credential && { credential }),
      signal,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    // The caller is gone. The turn's record has the error.
    return reply.hijack();
  }
  if (!turn.stream)
    return reply.type('application/json; charset=utf-8').serializer(String).send(turn.body);
  await sendStream(turn, request, reply);
  return reply;
}

/** Aborts when the connection closes before the reply is complete (design D38). */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * Writes the stream with back-pressure, straight to the socket. A failure after the first byte ends the
 * stream with an error event (design D38).
 */
async function sendStream(
  turn: Extract<TurnReply, { stream: true }>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    // Stops intermediaries from buffering the stream.
    'x-accel-buffering': 'no',
  });
  try {
    for await (const chunk of turn.chunks) {
      if (chunk.length > 0 && !raw.write(chunk) && !raw.destroyed) await waitForDrain(raw);
    }
    raw.end();
  } catch (error) {
    // The caller is gone. The turn's record has the error.
    if (raw.destroyed) return;
    const { code, message } = errorResponseOf(error);
    request.log.error({ err: error, code }, 'stream broke');
    raw.end(`data: ${JSON.stringify(errorEnvelope(code, message, request.id))}\n\n`);
  }
}

/** Resolves when the socket can take more, or is closed. */
async function waitForDrain(response: ServerResponse): Promise<void> {
  const closed = new AbortController();
  try {
    await Promise.race([
      once(response, 'drain', { signal: closed.signal }),
      once(response, 'close', { signal: closed.signal }),
    ]);
  } finally {
    closed.abort();
  }
}
