import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { errorCodesOf } from './codes.ts';
import { inlineSchema, type JsonSchema, schemaNameOf, refTo } from './components.ts';
import { errorResponse, ownResponse } from './responses.ts';
import type { SecurityScheme } from './route-doc.ts';

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
