import { z } from 'zod';
import { RequestId } from './ids.ts';

/** HTTP status of every error code (spec, Errors; `AuditUnavailable`: design D26; `upstream_busy`: design D46). */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  agent_not_found: 404,
  session_not_found: 404,
  method_not_allowed: 405,
  name_taken: 409,
  import_running: 409,
  already_decided: 409,
  validation_failed: 422,
  unknown_upstream: 422,
  unknown_policy: 422,
  policy_yaml_invalid: 422,
  rate_limited: 429,
  internal_error: 500,
  report_generation_failed: 500,
  upstream_error: 502,
  sign_in_unavailable: 503,
  upstream_busy: 503,
  AuditUnavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The meaning of every error code, as in docs/errors.md; Markdown. */
export const errorMeaning: Readonly<Record<ErrorCode, string>> = {
  unauthenticated:
    'no valid session cookie; on the proxy and the webhook, no valid signature or bearer token',
  forbidden: 'signed in but not permitted, or sent by a page of another site',
  not_found: 'no such route or resource',
  agent_not_found: 'there is no agent with this id, or it was deleted',
  session_not_found: 'no call with this ID',
  method_not_allowed: 'the path takes other methods; `Allow` names them',
  name_taken: 'another agent has this name',
  import_running: 'another import of the roster runs',
  already_decided: 'somebody has approved or rejected this proposal of a policy before',
  validation_failed:
    'the body or the query is not valid; 413 for a body over 1 MiB, or a file over 256 MiB; 415 for a body that is not `application/json` (for a file, of the types that the endpoint lists) or has a `Content-Encoding`',
  unknown_upstream: '`upstream` is not configured',
  unknown_policy: '`policy_name` does not exist',
  policy_yaml_invalid: 'a policy is not valid: the one in the request, or the file at a reload',
  rate_limited:
    'too many requests, or large ones that took too much time; `Retry-After` says how many seconds to wait',
  internal_error: 'the service failed; nothing was forwarded',
  report_generation_failed: 'the PDF could not be rendered',
  upstream_error:
    'the model provider failed, did not answer in time or cannot be reached; with its `Retry-After` in seconds, if it sent one, and with `x-should-retry: false` if it would refuse the same request again; where a second provider was asked, all of this is about the second',
  sign_in_unavailable: 'the identity provider cannot be reached',
  upstream_busy:
    'all connections to the model provider are in use (`SVC_UPSTREAM_CONNECTIONS`); `Retry-After` says how many seconds to wait',
  AuditUnavailable:
    'the service cannot write the audit journal, or cannot read or write other data that it must keep, so it did not process the request; with `x-should-retry: false`',
};

/** One problem of a request; `path` is dotted, '' for the whole request (design D34). */
export const ErrorDetail = z
  .object({
    path: z.string().meta({ description: 'The field, with dots; empty for the whole request.' }),
    message: z.string(),
    code: z
      .string()
      .optional()
      .meta({ description: 'For problems of a policy, such as `unknown_kid`.' }),
    line: z.int().optional().meta({ description: 'The line in the text of a policy, from 1.' }),
    column: z.int().optional(),
  })
  .meta({ id: 'ErrorDetail', description: 'One problem of a request.' });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Error envelope (spec, Resources). Readers tolerate codes they do not know. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Decide by this. New codes may appear.' }),
      message: z.string().meta({ description: 'For people. Never repeats a part of the request.' }),
      request_id: RequestId,
      details: z.array(ErrorDetail).optional(),
    }),
  })
  .meta({ id: 'ErrorEnvelope', description: 'Every error has this body.' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The envelope of an error, without empty `details`. */
export function errorEnvelope(
  code: ErrorCode,
  message: string,
  requestId: string,
  details: readonly ErrorDetail[] = [],
): ErrorEnvelope {
  const error = { code, message, request_id: requestId };
  return { error: details.length === 0 ? error : { ...error, details: [...details] } };
}
