import type { SignInFailure } from '../../ports/identity.ts';

type Client = typeof import('openid-client');

/** What an error of the code exchange comes down to, by its class and code, never by its text. */
export function signInFailureOf(client: Client, error: unknown): SignInFailure {
  if (error instanceof client.AuthorizationResponseError) return 'provider_error';
  if (error instanceof client.WWWAuthenticateChallengeError) return 'client_refused';
  if (error instanceof client.ResponseBodyError) {
    return error.error === 'invalid_grant' ? 'code_refused' : 'client_refused';
  }
  if (isNetworkFailure(error)) return 'provider_unreachable';
  return failedClaimOf(error) === 'nonce' ? 'nonce_mismatch' : 'token_invalid';
}

const noAnswerCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** `fetch` fails with a TypeError that has a cause; other TypeErrors have none. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof TypeError && error.cause !== undefined) return true;
  return noAnswerCodes.has(String(fieldOf(error, 'code')));
}

/** The claim that a token failed on, which the library tells in the cause of the cause. */
function failedClaimOf(error: unknown): unknown {
  return fieldOf(fieldOf(fieldOf(error, 'cause'), 'cause'), 'claim');
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && field in value
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
