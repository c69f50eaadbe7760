import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { ServerDeps } from './deps.ts';
import { answerBrokenRequest, handleErrors, sendError } from './error-handler.ts';
import { parseJsonBodies } from './json-body.ts';
import { Refused } from './refusal.ts';
import { validatorCompiler } from './validator.ts';

/** Limits on one request and one connection (design D43). Bytes and milliseconds. */
const limits = {
  bodyLimit: 1024 * 1024,
  requestTimeout: 30_000,
  /** Longest silence on a socket; above the first-token limit of voice platforms. */
  connectionTimeout: 120_000,
  keepAliveTimeout: 75_000,
} satisfies FastifyServerOptions;

const socketLimits = { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 };

/** A bare server with the service's limits, errors, request ids and log; it never listens. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    ...limits,
    // While draining, requests on open connections are still answered.
    return503OnClosing: false,
    // Its own lines quote URLs; `answered` below says what may be said.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    requestIdHeader: false,
    genReqId: () => deps.ids.next('req'),
    clientErrorHandler: answerBrokenRequest(deps.ids),
    frameworkErrors: (error, request, reply) => {
      reply.raw.setHeader('x-request-id', request.id);
      sendError(error, request, reply);
    },
    ...(deps.logger === undefined ? {} : { loggerInstance: deps.logger }),
    ...transport(deps),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(app);
  handleErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    // On the raw response, so that a hijacked reply carries it too.
    reply.raw.setHeader('x-request-id', request.id);
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new Refused(415);
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  return app;
}

/** Plain HTTP, or HTTPS when a certificate is given; the instance is used the same way. */
function transport({ tls }: ServerDeps): FastifyServerOptions {
  const options =
    tls === undefined ? { http: socketLimits } : { https: { ...socketLimits, ...tls } };
  return options as FastifyServerOptions;
}
