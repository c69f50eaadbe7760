import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorEnvelope } from '../../contract/errors.ts';
import type { Ids } from '../../ports/ids.ts';

/** Statuses of requests that the service refuses before it reads them (docs/errors.md). */
const reasonPhrases = {
  400: 'Bad Request',
  408: 'Request Timeout',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
} as const;

type RawStatus = keyof typeof reasonPhrases;

/** Answers bytes that are not HTTP, or that arrive too slowly, on the bare socket. */
export function answerMalformedRequest(ids: Ids) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    socket.end(rawResponse(rawStatusOf(error.code), ids.next('req')));
  };
}

/** Answers expectations and CONNECT requests, which Node would answer without an envelope. */
export function answerUnsupportedRequests(server: Server, ids: Ids): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.socket?.end(rawResponse(417, ids.next('req')));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.end(rawResponse(400, ids.next('req')));
  });
}

/**
 * Whether a request names its host as RFC 9112 (3.2) demands: once, in HTTP/1.0 at most once. Of several
 * hosts Node takes the first, but a proxy in front of the service may take another.
 */
export function hasValidHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Answers a request whose Host is missing or repeated, in the envelope. */
export function answerBadHost(socket: Socket, requestId: string): void {
  socket.end(rawResponse(400, requestId));
}

function rawStatusOf(code: string | undefined): RawStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function rawResponse(status: RawStatus, requestId: string): string {
  const message = 'the request is malformed';
  const body = JSON.stringify(errorEnvelope('validation_failed', message, requestId));
  return [
    `HTTP/1.1 ${status} ${reasonPhrases[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
