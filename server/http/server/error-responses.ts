import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorDetail, errorEnvelope, errorStatus } from '../../contract/errors.ts';
import { Fault, type FaultCode, isUnavailable } from '../../domain/fault.ts';

/** Every fault has a status, and every status a fault (spec, Errors). */
export const statusOfFault: Readonly<Record<FaultCode, number>> = errorStatus satisfies Record<
  FaultCode,
  number
>;

/** Refuses a body with 413 or 415, which share the code `validation_failed` (design D34). */
export class RejectedBody extends Error {
  override readonly name = 'Refused';
  readonly statusCode: 413 | 415;

  constructor(statusCode: 413 | 415) {
    super('refused');
    this.statusCode = statusCode;
  }
}

/** The answer to an error. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: FaultCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  /** Headers that tell clients whether and when to try again. */
  readonly headers?: Readonly<Record<string, string>>;
}

const internalError: ErrorResponse = {
  status: statusOfFault.internal_error,
  code: 'internal_error',
  message: 'the service failed to handle this request',
  details: [],
};

const storageUnavailable: ErrorResponse = {
  ...internalError,
  status: statusOfFault.AuditUnavailable,
  code: 'AuditUnavailable',
  message: 'the service cannot read or write what it must keep',
  headers: { 'x-should-retry': 'false' },
};

/** Statuses under `validation_failed` other than its own (design D34). */
const inputMessages: Readonly<Record<number, string>> = {
  413: 'the request body is too large',
  415: 'send the body as application/json, without Content-Encoding',
};

/**
 * The answer to whatever was thrown. Only a Fault gives its own message. Of any other error only the
 * status is used, because messages of parsers quote their input.
 */
export function errorResponseOf(error: unknown): ErrorResponse {
  if (error instanceof Fault) return responseOfFault(error);
  if (isUnavailable(error)) return storageUnavailable;
  const status = statusCodeOf(error);
  if (status === 404) {
    return { status, code: 'not_found', message: 'there is no such resource', details: [] };
  }
  if (status < 400 || status >= 500) return internalError;
  const message = inputMessages[status];
  return {
    status: message === undefined ? statusOfFault.validation_failed : status,
    code: 'validation_failed',
    message: message ?? 'the request is malformed',
    details: [],
  };
}

function responseOfFault(fault: Fault): ErrorResponse {
  if (fault.code === 'internal_error') return internalError;
  const { code, message, details } = fault;
  const status = statusOfFault[code];
  const headers = { ...retryHeaders(fault), ...(status === 401 && challenge) };
  return { status, code, message, details, headers };
}

/** A 401 names a way to authenticate (RFC 9110, 15.5.2); browsers ask nobody for this one. */
const challenge = { 'www-authenticate': 'Bearer' };

/** A voice platform retries on its own. A retry that cannot succeed only delays its fallback. */
function retryHeaders({ code, retry }: Fault): Readonly<Record<string, string>> {
  if (retry === 'never' || code === 'AuditUnavailable') return { 'x-should-retry': 'false' };
  return retry === undefined ? {} : { 'retry-after': String(retry) };
}

function statusCodeOf(error: unknown): number {
  return typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}

const agentPath = /^\/proxy\/(agt_[0-9A-Z]{26})(?:\/|\?|$)/;

/** Of a wrong address of an agent, the right one: a base URL with a part too many or too few is an easy mistake. */
function nothingAt({ url, headers }: FastifyRequest): string {
  const [, agentId] = agentPath.exec(url) ?? [];
  if (agentId === undefined) return 'there is no such resource';
  const own = `/proxy/${agentId}`;
  if (url.includes('/oauth'))
    return `there is no such path; short-lived tokens of this agent are at ${own}/oauth/token`;
  return headers.upgrade?.toLowerCase() === 'websocket' || /\/(?:retell|twilio|telnyx)/.test(url)
    ? `there is no such path; Retell connects by WebSocket to ${own}/retell/TOKEN, to which it adds the id of the call, Twilio and Telnyx to ${own}/twilio/TOKEN; TOKEN is an access token of this agent, and Twilio may leave /TOKEN out`
    : `there is no such path; the base URL of this agent ends in ${own}/v1, and clients add /chat/completions or /responses`;
}

/**
 * Answers every error with the envelope (spec, Errors), unknown paths with `not_found`, and known ones that do
 * not take the method with `method_not_allowed` and `Allow`. Call it before routes are added.
 */
export function handleErrors(app: FastifyInstance): void {
  const methodsOf = methodsByPath(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    // A handler of this method may have found nothing.
    if (methods.length > 0 && !methods.includes(request.method)) {
      void reply.header('allow', methods.join(', '));
      throw new Fault('method_not_allowed', `this path takes ${methods.join(', ')} only`);
    }
    throw new Fault('not_found', nothingAt(request));
  });
}

/** Remembers the routes that are added from now on; says which methods the path of a URL takes. */
function methodsByPath(app: FastifyInstance): (url: string) => readonly string[] {
  const patterns = new Map<string, { readonly path: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? { path: pathPattern(url), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    patterns.set(url, known);
  });
  return (url) => {
    const path = url.replace(/[?#].*$/s, '');
    const matching = [...patterns.values()].filter((known) => known.path.test(path));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** `/agents/:agent_id` and `/portal/*` as expressions. */
function pathPattern(url: string): RegExp {
  const escaped = url.replace(/[.+^${}()|[\]\\?]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}

/** Answers one error, also before a route was found. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = errorResponseOf(error);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'refused');
  sendErrorResponse(refusal, request, reply);
}

/** Answers with the envelope. */
export function sendErrorResponse(
  refusal: ErrorResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply
    .code(refusal.status)
    .headers(refusal.headers ?? {})
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errorEnvelope(refusal.code, refusal.message, request.id, refusal.details));
}
