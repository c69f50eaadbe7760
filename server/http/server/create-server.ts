import type { Server } from 'node:http';
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
import { type TimeLimits, timeLimits } from './time-limits.ts';
import { validatorCompiler } from './validator.ts';

/**
 * Ends the connections on which no request has come yet. Node counts them as busy when a server
 * closes, so a client that connected ahead of need would hold up the end. Call before listening.
 */
export function trackUnusedConnections(server: Server): { end(): void } {
  const silent = new Set<Socket>();
  const secure = 'setSecureContext' in server;
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
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
export function createServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBody,
    // Ids of any length are looked for, and not found.
    routerOptions: { maxParamLength: maxHeaders },
    ...timeoutOptions(deps.timeLimits ?? timeLimits),
    // While draining, requests on open connections are still answered.
    return503OnClosing: false,
    // Its own lines quote URLs; `answered` below says what may be said.
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
    ...(deps.logger === undefined ? {} : { loggerInstance: deps.logger }),
    ...transportOptions(deps),
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

function timeoutOptions({ request, silence, keepAlive }: TimeLimits): FastifyServerOptions {
  return { requestTimeout: request, connectionTimeout: silence, keepAliveTimeout: keepAlive };
}

/** Plain HTTP, or HTTPS when a certificate is given; the instance is used the same way. */
function transportOptions({
  tls,
  timeLimits: limits = timeLimits,
}: ServerDeps): FastifyServerOptions {
  const socketLimits = {
    headersTimeout: limits.headers,
    keepAliveTimeoutBuffer: limits.grace,
    connectionsCheckingInterval: limits.check,
    maxHeaderSize: maxHeaders,
    requireHostHeader: false,
  };
  const options =
    tls === undefined ? { http: socketLimits } : { https: { ...socketLimits, ...tls } };
  return options as FastifyServerOptions;
}
