import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { inlineSchema, type JsonSchema, refTo, schemaNameOf } from './components.ts';
import { errorResponse, ownResponse } from './responses.ts';

/** How a client authenticates: cookie, request signature, or an agent's bearer token. */
export type SecurityScheme = 'session' | 'signature' | 'agentToken';

/**
 * What a route documents in addition to its schemas. A route is in the OpenAPI document when it has an
 * `operationId`; pages for people have none.
 */
export interface RouteDoc {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Any one of them; none for open routes. The session cookie by default. */
  readonly credentials: readonly SecurityScheme[];
  /** Codes in addition to those of every route of its kind. */
  readonly errors: readonly ErrorCode[];
  /** Whether a browser gets errors as a page. */
  readonly errorPage: boolean;
  /** Optional request headers by name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Headers of every response with this status, in addition to `x-request-id`. */
  readonly responseHeaders: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

declare module 'fastify' {
  interface FastifySchema extends Partial<RouteDoc> {}
}

/** The parts of a route that decide which errors it can give. */
export interface RouteWithErrors extends Partial<Pick<RouteDoc, 'errors' | 'credentials'>> {
  readonly method: string;
  readonly querystring?: unknown;
}

/**
 * Every error of a route, by status: its own `errors` and those of its kind. 408, 417 and 431 come
 * before the service finds a route, so they belong to none.
 */
export function errorCodesOf(route: RouteWithErrors): ReadonlyMap<number, readonly ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status: number = errorStatus[code]): void => {
    const known = found.get(status) ?? [];
    if (!known.includes(code)) found.set(status, [...known, code]);
  };
  for (const code of [...(route.errors ?? []), ...commonCodes(route)]) add(code);
  for (const status of inputStatuses(route)) add('validation_failed', status);
  return new Map([...found].sort(([a], [b]) => a - b));
}

function commonCodes({ credentials = ['session'] }: RouteWithErrors): readonly ErrorCode[] {
  if (credentials.includes('session')) {
    return ['unauthenticated', 'forbidden', 'rate_limited', 'internal_error', 'AuditUnavailable'];
  }
  return credentials.length === 0
    ? ['internal_error']
    : ['unauthenticated', 'rate_limited', 'internal_error'];
}

/** 400 and 415 for odd headers on any route, 413 where a body is read (design D34, D43). */
function inputStatuses({ method, querystring, credentials }: RouteWithErrors): readonly number[] {
  if (method !== 'GET') return [400, 413, 415, 422];
  // Behind the sign-in an unlisted parameter is refused, too.
  const readsQuery = querystring !== undefined || credentials === undefined;
  return readsQuery ? [400, 415, 422] : [400, 415];
}

/** A route as it was registered. */
export interface RegisteredRoute {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly url: string;
  readonly schema: FastifySchema;
}

/** One operation of the document. */
export function operationOf({ method, schema }: RegisteredRoute): JsonSchema {
  const { operationId, summary, description, tags, credentials } = schema;
  const parameters = [
    ...parametersIn('path', schema.params),
    ...parametersIn('query', schema.querystring),
    ...headerParameters(schema.requestHeaders),
  ];
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    ...(credentials === undefined ? {} : { security: credentials.map(securityRequirement) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schema.body === undefined ? {} : { requestBody: requestBodyOf(schema.body) }),
    responses: responsesOf(method, schema),
  };
}

function securityRequirement(credential: SecurityScheme): JsonSchema {
  return { [credential]: [] };
}

function parametersIn(place: 'path' | 'query', schema: unknown): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const { description, examples, ...json } = inlineSchema(field);
    const [example] = Array.isArray(examples) ? examples : [];
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: json,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function headerParameters(headers: FastifySchema['requestHeaders'] = {}): JsonSchema[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function requestBodyOf(body: unknown): JsonSchema {
  const name = schemaNameOf(body);
  if (name === undefined)
    throw new Error('the schema of a body needs a name: give it .meta({ id })');
  const required = !(body as z.ZodType).safeParse(undefined).success;
  return { required, content: { 'application/json': { schema: refTo(name) } } };
}

function responsesOf(method: string, schema: FastifySchema): JsonSchema {
  const own = Object.entries(schema.response ?? {}).map(
    ([status, declared]) =>
      [
        status,
        ownResponse(Number(status), declared, schema.responseHeaders?.[Number(status)]),
      ] as const,
  );
  const errors = [...errorCodesOf({ ...schema, method })].map(
    ([status, codes]) => [String(status), errorResponse(status, codes, schema.errorPage)] as const,
  );
  return Object.fromEntries([...errors, ...own].sort(([a], [b]) => Number(a) - Number(b)));
}
