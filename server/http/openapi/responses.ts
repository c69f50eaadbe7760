import { z } from 'zod';
import {
  type ErrorCode,
  ErrorEnvelope,
  errorEnvelope,
  errorMeaning,
  errorStatus,
} from '../../contract/errors.ts';
import type { Components, JsonSchema } from './json-schemas.ts';

const exampleRequestId = 'req_01M7YRRT80KFHMF3DXAFZ08RHY';
const seconds = { type: 'string', pattern: '^[0-9]+$' };
const isFalse = { type: 'string', const: 'false' };

/** Headers that more than one response carries. */
export const sharedHeaders: Components = {
  RequestId: {
    required: true,
    description: 'Id of the request, also in the body of errors. Quote it when you ask for help.',
    schema: { type: 'string', pattern: '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$' },
    example: exampleRequestId,
  },
  RetryAfter: {
    required: true,
    description: 'Seconds to wait.',
    schema: seconds,
    example: '1',
  },
  ShouldRetry: {
    required: true,
    description: 'Always `false`: a retry would only delay the fallback.',
    schema: isFalse,
    example: 'false',
  },
};

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
/** Of a 503 with either of two codes. */
const unlessOther = { description: '`false`, with `AuditUnavailable`.', schema: isFalse };

/** The headers of an error besides its id. The first code of a response that names a header describes it. */
const headersOfCode: Readonly<Partial<Record<ErrorCode, JsonSchema>>> = {
  upstream_busy: {
    'Retry-After': { description: 'Seconds to wait, with `upstream_busy`.', schema: seconds },
    'x-should-retry': unlessOther,
  },
  sign_in_unavailable: { 'x-should-retry': unlessOther },
  upstream_error: {
    'Retry-After': {
      description: 'Seconds to wait, if the provider names them.',
      schema: seconds,
    },
    'x-should-retry': {
      description: '`false` if the provider would refuse the same request again.',
      schema: isFalse,
    },
  },
  rate_limited: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  AuditUnavailable: { 'x-should-retry': { $ref: '#/components/headers/ShouldRetry' } },
};

/** Responses with a single error code, by the name that operations refer to. */
export function sharedErrors(
  used: Iterable<readonly [status: number, codes: readonly ErrorCode[]]>,
): Components {
  const shared = [...used].filter(([, { length }]) => length === 1);
  return Object.fromEntries(
    shared.map(([status, codes]) => [errorName(status, codes), errorBody(status, codes)]),
  );
}

/** The response of one status: shared when it has a single code and no page. */
export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  page = false,
): JsonSchema {
  const body = errorBody(status, codes);
  if (page) {
    const pages = { 'text/html': { schema: { type: 'string' } } };
    return { ...body, content: { ...body.content, ...pages } };
  }
  return codes.length > 1 ? body : { $ref: `#/components/responses/${errorName(status, codes)}` };
}

function errorName(status: number, [code]: readonly ErrorCode[]): string {
  return code !== undefined && status === errorStatus[code] ? code : `${code}_${status}`;
}

function errorBody(status: number, codes: readonly ErrorCode[]) {
  const code = { enum: codes };
  return {
    description: codes.map((each) => `\`${each}\`: ${meaning(each, status)}`).join('\n\n'),
    headers: Object.assign({}, requestId, ...codes.toReversed().map((each) => headersOfCode[each])),
    content: {
      'application/json': {
        schema: {
          allOf: [ErrorEnvelope, { properties: { error: { properties: { code } } } }],
        },
        examples: Object.fromEntries(codes.map((each) => [each, { value: example(each, status) }])),
      },
    },
  };
}

const inputMeanings: Readonly<Record<number, string>> = {
  400: 'the request is not valid HTTP, for example it has no `Host`',
  422: 'the body or the query is not valid, or the JSON is malformed',
  413: 'the body is larger than 1 MiB, or the file than 256 MiB',
  415: 'the body is not of a type that the endpoint takes, or has a `Content-Encoding`',
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

const phrases: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted: the work goes on after the answer.',
  204: 'Done, without a body.',
  302: 'To another page.',
};

/** A successful response, with zod schemas: one schema, several content types, or no body. */
export function ownResponse(
  status: number,
  declared: unknown,
  headers: Readonly<Record<string, string>> = {},
): JsonSchema {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { required: true, description, schema: { type: 'string' } },
  ]);
  return {
    description: phrases[status] ?? 'Success.',
    headers: { ...requestId, ...Object.fromEntries(described) },
    ...bodyOf(declared),
  };
}

function bodyOf(declared: unknown): JsonSchema {
  if (declared instanceof z.ZodUndefined) {
    const { description } = declared;
    return description === undefined ? {} : { description };
  }
  return declared instanceof z.ZodType
    ? { content: { 'application/json': { schema: declared } } }
    : (declared as JsonSchema);
}
