import { z } from 'zod';

/** HTTP status of every error code (spec, Errors; `AuditUnavailable`: design D26). */
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
  AuditUnavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One thing wrong with a request; `path` is dotted, '' for the whole (design D34). */
export const ErrorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** Error envelope (spec, Resources). Readers tolerate codes they do not know. */
export const ErrorEnvelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.array(ErrorDetail).optional(),
  }),
});
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
