import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope } from '../contract/errors.ts';
import { Fault } from '../domain/fault.ts';
import { type ErrorResponse, errorResponseOf } from './refusal.ts';

/** Answers every error with the envelope (spec, Errors), and unknown routes with `not_found`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(() => {
    throw new Fault('not_found', 'there is no such resource');
  });
}

/** Answers one error; also for errors met before a route was found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = errorResponseOf(error);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'refused');
  sendErrorResponse(refusal, request, reply);
}

/** Answers with the envelope. */
export function sendErrorResponse(refusal: ErrorResponse, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(refusal.status)
    .headers(refusal.headers ?? {})
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorEnvelope(refusal.code, refusal.message, request.id, refusal.details));
}

/** Answers an error of a handler that had taken the raw response over. */
export function sendRawError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = errorResponseOf(error);
  request.log.error({ err: error, code: refusal.code }, 'refused');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  reply.raw.writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8' });
  reply.raw.end(JSON.stringify(errorEnvelope(refusal.code, refusal.message, request.id)));
}
