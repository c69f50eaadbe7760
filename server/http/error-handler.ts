import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope } from '../contract/errors.ts';
import { Fault } from '../domain/fault.ts';
import type { Ids } from '../ports/ids.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** Answers every error with the envelope (spec, Errors), and unknown routes with `not_found`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler(() => {
    throw new Fault('not_found', 'there is no such resource');
  });
}

/** Answers one error; also for errors met before a route was found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'refused');
  // A voice platform retries on its own; retrying an unavailable audit only delays its fallback.
  if (refusal.code === 'AuditUnavailable') void reply.header('x-should-retry', 'false');
  void reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorEnvelope(refusal.code, refusal.message, request.id, refusal.details));
}

/** Answers an error of a handler that had taken the raw response over. */
export function endHijacked(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  request.log.error({ err: error, code: refusal.code }, 'refused');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  reply.raw.writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8' });
  reply.raw.end(JSON.stringify(errorEnvelope(refusal.code, refusal.message, request.id)));
}

/** Answers bytes that are not an HTTP request, or come too slowly, on the bare socket. */
export function answerBrokenRequest(ids: Ids) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    socket.end(rawResponse(brokenRefusal(error.code), ids.next('req')));
  };
}

function brokenRefusal(code: string | undefined): Refusal {
  const status =
    code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  return { status, code: 'validation_failed', message: 'the request is malformed', details: [] };
}

const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawResponse(refusal: Refusal, requestId: string): string {
  const body = JSON.stringify(errorEnvelope(refusal.code, refusal.message, requestId));
  return [
    `HTTP/1.1 ${refusal.status} ${reasonPhrases[refusal.status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
