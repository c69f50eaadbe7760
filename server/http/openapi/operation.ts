import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import type { JsonSchema } from './json-schemas.ts';
import { errorResponse, ownResponse } from './responses.ts';

/** How a client authenticates: cookie, request signature, an agent's bearer token, or that token as a client's secret. */
export type SecurityScheme = 'session' | 'signature' | 'agentToken' | 'agentClient';

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
  /** A body that is a file, and its content types. */
  readonly file: { readonly types: readonly string[]; readonly schema: z.ZodType };
  /** Headers of every response with this status, in addition to `x-request-id`. */
  readonly responseHeaders: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

declare module 'fastify' {
  interface FastifySchema extends Partial<RouteDoc> {}
}

/** A route as it was registered. */
export interface RegisteredRoute {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly url: string;
  readonly schema: FastifySchema;
}

/**
 * Every error of a route, by status: its own `errors` and those of its kind. 408, 417 and 431 come
 * before the service finds a route, so they belong to none.
 */
export function errorCodesOf(route: RegisteredRoute): ReadonlyMap<number, readonly ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status: number = errorStatus[code]): void => {
    const known = found.get(status) ?? [];
    if (!known.includes(code)) found.set(status, [...known, code]);
  };
  for (const code of [...(route.schema.errors ?? []), ...commonCodes(route.schema)]) add(code);
  for (const status of inputStatuses(route)) add('validation_failed', status);
  return found;
}

function commonCodes({ credentials = ['session'] }: FastifySchema): readonly ErrorCode[] {
  if (credentials.includes('session')) {
    return ['unauthenticated', 'forbidden', 'rate_limited', 'internal_error', 'AuditUnavailable'];
  }
  return credentials.length === 0
    ? ['internal_error']
    : ['unauthenticated', 'rate_limited', 'internal_error'];
}

/**
 * 400 and 415 for odd headers on any route, 413 where a body is read (design D34, D43), 422 where the
 * query is read. Behind the sign-in every route reads it, to refuse unlisted parameters.
 */
function inputStatuses({ method, schema }: RegisteredRoute): readonly number[] {
  if (method !== 'GET') return [400, 413, 415, 422];
  return schema.querystring === undefined ? [400, 415] : [400, 415, 422];
}

/** One operation of the document without its request body, with zod schemas. */
export function operationOf(route: RegisteredRoute): JsonSchema {
  const { schema } = route;
  const { operationId, summary, description, tags, credentials } = schema;
  const parameters = [
    ...parametersIn('path', schema.params),
    ...parametersIn('query', schema.querystring),
    ...headerParameters(schema.requestHeaders),
  ];
  return {
    operationId,
    summary,
    description,
    tags,
    security: credentials?.map((credential) => ({ [credential]: [] })),
    parameters: parameters.length === 0 ? undefined : parameters,
    responses: responsesOf(route),
  };
}

function parametersIn(place: 'path' | 'query', schema: unknown): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    const { description, examples } = field.meta() ?? {};
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      description,
      // Without the description and the examples, which the parameter has.
      schema: field.clone(field.def),
      example: Array.isArray(examples) ? examples[0] : undefined,
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

/** The body that a route reads, with its zod schema. */
export function requestBodyOf({ schema: { body, file } }: RegisteredRoute): JsonSchema | undefined {
  if (file !== undefined) {
    const { schema } = file;
    return {
      required: true,
      content: Object.fromEntries(file.types.map((type) => [type, { schema }])),
    };
  }
  if (!(body instanceof z.ZodType)) return undefined;
  const required = !body.safeParse(undefined).success;
  return { required, content: { 'application/json': { schema: body } } };
}

function responsesOf(route: RegisteredRoute): JsonSchema {
  const { response, responseHeaders, errorPage } = route.schema;
  const errors = [...errorCodesOf(route)].map(([status, codes]) => [
    status,
    errorResponse(status, codes, errorPage),
  ]);
  const own = Object.entries(response ?? {}).map(([status, declared]) => [
    status,
    ownResponse(Number(status), declared, responseHeaders?.[Number(status)]),
  ]);
  return Object.fromEntries([...errors, ...own]);
}
