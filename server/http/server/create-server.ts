import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { ServerDeps } from './deps.ts';
import { handleErrors, RejectedBody, sendError } from './error-responses.ts';
import { parseJsonBodies } from './json-body.ts';
import {
  answerBadHost,
  answerMalformedRequest,
  answerUnsupportedRequests,
  hasValidHost,
} from './malformed-request.ts';
import { validatorCompiler } from './validator.ts';

/** How long a client may take, in milliseconds (design D43). */
export interface TimeLimits {
  /** From the first byte to the end of the headers. */
  readonly headers: number;
  /** From the first byte to the end of the body. */
  readonly request: number;
  /** Longest silence on a socket; above the first-token limit of voice platforms. */
  readonly silence: number;
  /** How long an idle connection stays open, as the server says in `keep-alive`. */
  readonly keepAlive: number;
  /** How much longer it really stays open: a request that a client sends last still arrives. */
  readonly grace: number;
  /** How often Node checks the first two. */
  readonly check: number;
}

export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 30_000,
  silence: 120_000,
  keepAlive: 75_000,
  grace: 15_000,
  check: 2_000,
};

/**
 * Ends the connections that have not sent a request. Node counts them as busy when a server closes,
 * so a client that connects early would delay the end. Call before listening.
 */
export function trackUnusedConnections(server: Server): { end(): void } {
  const silent = new Set<Socket>();
  const secure = 'setSecureContext' in server;
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  for (const event of ['request', 'upgrade'] as const)
    server.on(event, ({ socket }: IncomingMessage) => silent.delete(socket));
  return {
    end: () => {
      for (const socket of silent) socket.destroy();
    },
  };
}

/** Of one request (design D43), in bytes. */
const maxBody = 1024 * 1024;
const maxHeaders = 16 * 1024;

/** A bare server with the service's limits, errors, request ids and log; it never listens. */
export function createServer(deps: ServerDeps, limits: TimeLimits = timeLimits): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBody,
    // An id of any length is answered with 404.
    routerOptions: { maxParamLength: maxHeaders },
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    // While draining, requests on open connections are still answered.
    return503OnClosing: false,
    // Fastify's own lines quote URLs. The line `answered` below does not.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    requestIdHeader: false,
    genReqId: () => deps.ids.next('req'),
    clientErrorHandler: answerMalformedRequest(deps.ids),
    frameworkErrors: (error, request, reply) => {
      reply.raw.setHeader('x-request-id', request.id);
      sendError(error, request, reply);
    },
    loggerInstance: deps.logger,
    ...transportOptions(deps.tls, limits),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(app);
  handleErrors(app);
  answerUnsupportedRequests(app.server, deps.ids);
  app.addHook('onRequest', async (request, reply) => {
    // On the raw response, so that a hijacked reply carries it too.
    reply.raw.setHeader('x-request-id', request.id);
    if (!hasValidHost(request.raw)) {
      answerBadHost(request.raw.socket, request.id);
      return reply.hijack();
    }
    const { 'content-encoding': encoding } = request.headers;
    if (encoding !== undefined && encoding !== 'identity') throw new RejectedBody(415);
  });
  app.addHook('onResponse', async (request, reply) => {
    const answer = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
    };
    request.log.info({ ...answer, ms: Math.round(reply.elapsedTime) }, 'answered');
    deps.onAnswered?.({ ...answer, ms: reply.elapsedTime });
  });
  return app;
}

/** Plain HTTP, or HTTPS when there is a certificate; callers use the instance the same way. */
function transportOptions(tls: ServerDeps['tls'], limits: TimeLimits): FastifyServerOptions {
  const socketLimits = {
    headersTimeout: limits.headers,
    keepAliveTimeoutBuffer: limits.grace,
    connectionsCheckingInterval: limits.check,
    maxHeaderSize: maxHeaders,
    requireHostHeader: false,
    shouldUpgradeCallback: asksForSocket,
  };
  const options =
    tls === undefined ? { http: socketLimits } : { https: { ...socketLimits, ...tls } };
  return options as FastifyServerOptions;
}

const socketPath = /^\/proxy\/[^/?]+\/(?:retell\/[^/?]+\/[^/?]+|twilio(?:\/[^/?]+)?)(?:\?|$)/;

/**
 * Whether a request that asks for another protocol asks for the WebSocket of a voice platform. Node answers
 * any other as if it had not asked: some clients always ask for HTTP/2.
 */
function asksForSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && socketPath.test(url);
}
