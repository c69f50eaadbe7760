import { z } from 'zod';
import { type ErrorCode, errorEnvelope, errorMeaning, errorStatus } from '../../contract/errors.ts';
import { inlineSchema, type JsonSchema, refTo, schemaNameOf } from './components.ts';

export type Responses = Readonly<Record<string, JsonSchema>>;

const requestId = { $ref: '#/components/headers/RequestId' };
const exampleRequestId = 'req_01M7YRRT80KFHMF3DXAFZ08RHY';

/** Headers that more than one response carries. */
export const sharedHeaders: Responses = {
  RequestId: {
    required: true,
    description: 'Id of the request, also in the body of errors. Quote it when you ask for help.',
    schema: { type: 'string', pattern: '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$' },
    example: exampleRequestId,
  },
  RetryAfter: {
    required: true,
    description: 'Seconds to wait.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1',
  },
  ShouldRetry: {
    required: true,
    description: 'Always `false`: a retry would only delay the fallback.',
    schema: { type: 'string', const: 'false' },
    example: 'false',
  },
};

/** Responses with a single error code, by the name that operations refer to. */
export function sharedErrors(
  used: Iterable<readonly [status: number, codes: readonly ErrorCode[]]>,
): Responses {
  const found: Record<string, JsonSchema> = {};
  for (const [status, codes] of used) {
    const [code] = codes;
    if (code !== undefined && codes.length === 1) {
      found[errorName(code, status)] = errorBody(status, codes);
    }
  }
  return found;
}

/** The response of one status: shared when it has a single code and no page. */
export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  page = false,
): JsonSchema {
  const [code] = codes;
  if (page) return withPage(errorBody(status, codes));
  return code !== undefined && codes.length === 1
    ? { $ref: `#/components/responses/${errorName(code, status)}` }
    : errorBody(status, codes);
}

function withPage({ content, ...response }: JsonSchema): JsonSchema {
  const page = { schema: { type: 'string' } };
  return { ...response, content: { ...(content as JsonSchema), 'text/html': page } };
}

function errorName(code: ErrorCode, status: number): string {
  return status === errorStatus[code] ? code : `${code}_${status}`;
}

function errorBody(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const code = { enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${meaning(each, status)}`).join('\n\n'),
    headers: errorHeaders(codes),
    content: {
      'application/json': {
        schema: {
          allOf: [refTo('ErrorEnvelope'), { properties: { error: { properties: { code } } } }],
        },
        examples: Object.fromEntries(codes.map((each) => [each, { value: example(each, status) }])),
      },
    },
  };
}

const inputMeanings: Readonly<Record<number, string>> = {
  400: 'the request is not valid HTTP, for example it has no `Host`',
  422: 'the body or the query is not valid, or the JSON is malformed',
  413: 'the body is larger than 1 MiB',
  415: 'the body is not `application/json`, or has a `Content-Encoding`',
};

function meaning(code: ErrorCode, status: number): string {
  const ofInput = code === 'validation_failed' ? inputMeanings[status] : undefined;
  return ofInput ?? errorMeaning[code];
}

function example(code: ErrorCode, status: number): unknown {
  const details =
    code === 'validation_failed' && status === errorStatus[code]
      ? [{ path: 'name', message: 'is required' }]
      : [];
  const message = meaning(code, status).replaceAll('`', '');
  return errorEnvelope(code, message, exampleRequestId, details);
}

function errorHeaders(codes: readonly ErrorCode[]): JsonSchema {
  return {
    'x-request-id': requestId,
    ...(codes.includes('rate_limited')
      ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      : {}),
    ...(codes.includes('AuditUnavailable')
      ? { 'x-should-retry': { $ref: '#/components/headers/ShouldRetry' } }
      : {}),
    ...(codes.includes('upstream_error') ? upstreamHeaders : {}),
    ...(codes.includes('upstream_busy') ? busyHeaders : {}),
    ...(codes.includes('sign_in_unavailable') ? { 'x-should-retry': unlessOther } : {}),
  };
}

/** Headers of an `upstream_error`, where they help. */
const upstreamHeaders: JsonSchema = {
  'Retry-After': {
    description: 'Seconds to wait, if the provider names them.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'x-should-retry': {
    description: '`false` if the provider would refuse the same request again.',
    schema: { type: 'string', const: 'false' },
  },
};

/** Of a 503 with either of two codes. */
const unlessOther: JsonSchema = {
  description: '`false`, with `AuditUnavailable`.',
  schema: { type: 'string', const: 'false' },
};
const busyHeaders: JsonSchema = {
  'Retry-After': {
    description: 'Seconds to wait, with `upstream_busy`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'x-should-retry': unlessOther,
};

const phrases: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Done, without a body.',
  302: 'To another page.',
};

/** A successful response: a named schema, several content types, or no body. */
export function ownResponse(
  status: number,
  declared: unknown,
  headers: Readonly<Record<string, string>> = {},
): JsonSchema {
  const content = contentOf(declared);
  return {
    description: descriptionOf(declared) ?? phrases[status] ?? 'Success.',
    headers: {
      'x-request-id': requestId,
      ...Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [
          name,
          { required: true, description, schema: { type: 'string' } },
        ]),
      ),
    },
    ...(content === undefined ? {} : { content }),
  };
}

function contentOf(declared: unknown): JsonSchema | undefined {
  if (declared instanceof z.ZodUndefined) return undefined;
  if (!hasContent(declared)) return { 'application/json': { schema: schemaOf(declared) } };
  return Object.fromEntries(
    Object.entries(declared.content).map(([type, { schema }]) => [
      type,
      { schema: schemaOf(schema) },
    ]),
  );
}

function schemaOf(schema: unknown): JsonSchema {
  const name = schemaNameOf(schema);
  if (name !== undefined) return refTo(name);
  if (schema instanceof z.ZodString) return inlineSchema(schema);
  throw new Error('the schema of a response needs a name: give it .meta({ id })');
}

function descriptionOf(declared: unknown): string | undefined {
  if (declared instanceof z.ZodUndefined) return declared.description;
  return hasContent(declared) ? declared.description : undefined;
}

interface WithContent {
  readonly description?: string;
  readonly content: Readonly<Record<string, { readonly schema: unknown }>>;
}

function hasContent(declared: unknown): declared is WithContent {
  return typeof declared === 'object' && declared !== null && 'content' in declared;
}
