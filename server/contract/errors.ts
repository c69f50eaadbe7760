import { z } from 'zod';
import { RequestId } from './ids.ts';

/** HTTP status of every error code (spec, Errors; `AuditUnavailable`: design D26; `upstream_busy`: design D46). */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  agent_not_found: 404,
  session_not_found: 404,
  name_taken: 409,
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

/** The condition of every error code, as docs/errors.md has it; Markdown. */
export const errorMeaning: Readonly<Record<ErrorCode, string>> = {
  unauthenticated:
    'no valid session cookie; on the proxy and the webhook, a signature or bearer token that does not hold',
  forbidden: "signed in but not permitted, or sent by another site's page",
  not_found: 'no such route or resource',
  agent_not_found: 'no agent with this id, or deleted',
  session_not_found: 'no session with this id',
  name_taken: 'another agent has this name',
  validation_failed:
    'body or query did not validate, including malformed JSON; 413 for a body over 1 MiB; 415 for another type or a content encoding',
  unknown_upstream: '`upstream` is not configured',
  unknown_policy: '`policy_name` does not exist',
  policy_yaml_invalid: 'a policy failed validation: the inline one, or the file at a reload',
  rate_limited: 'too many requests; `Retry-After` gives seconds',
  internal_error: 'the service failed; nothing was forwarded',
  report_generation_failed: 'the PDF could not be rendered',
  upstream_error:
    'the model provider failed, could not be reached or did not answer in time; with its `Retry-After` where it named one in seconds, and `x-should-retry: false` where it refused the request for what it is',
  sign_in_unavailable: 'the identity provider cannot be reached',
  upstream_busy:
    'all connections to the model provider are in use (`SVC_UPSTREAM_CONNECTIONS`); answered at once, with `Retry-After` in seconds',
  AuditUnavailable:
    'what must be kept, the audit record above all, could not be read or written, so the request was not processed; carries `x-should-retry: false`',
};

/** One thing wrong with a request; `path` is dotted, '' for the whole (design D34). */
export const ErrorDetail = z
  .object({
    path: z.string().meta({ description: 'Dotted; empty for the whole.' }),
    message: z.string(),
    code: z.string().optional().meta({ description: 'Of a policy, such as `unknown_kid`.' }),
    line: z.int().optional().meta({ description: 'In the text of a policy, from 1.' }),
    column: z.int().optional(),
  })
  .meta({ id: 'ErrorDetail', description: 'One thing wrong with a request.' });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Error envelope (spec, Resources). Readers tolerate codes they do not know. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'Decide by this; there may be new ones.' }),
      message: z.string().meta({ description: 'For people; never repeats what was sent.' }),
      request_id: RequestId,
      details: z.array(ErrorDetail).optional(),
    }),
  })
  .meta({ id: 'ErrorEnvelope', description: 'Every refusal has this body.' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** The envelope of a refusal; `details` is left out when empty. */
export function errorEnvelope(
  code: ErrorCode,
  message: string,
  requestId: string,
  details: readonly ErrorDetail[] = [],
): ErrorEnvelope {
  const error = { code, message, request_id: requestId };
  return { error: details.length === 0 ? error : { ...error, details: [...details] } };
}
