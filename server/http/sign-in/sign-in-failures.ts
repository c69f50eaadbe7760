import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInFailure } from '../../ports/identity-provider.ts';
import {
  type ErrorResponse,
  errorResponseOf,
  sendErrorResponse,
  statusOfFault,
} from '../server/error-responses.ts';
import { sendSignInCard } from './sign-in-card.ts';

export type SignInFailureReason = SignInFailure | 'no_sign_in_pending' | 'not_allowed';

/** The error code of a reason, where it is not `unauthenticated`. */
const reasonCodes: Partial<
  Record<SignInFailureReason, 'forbidden' | 'internal_error' | 'sign_in_unavailable'>
> = {
  not_allowed: 'forbidden',
  provider_unreachable: 'sign_in_unavailable',
  client_refused: 'internal_error',
};

/** The message for the person, by the reason that the journal keeps. */
const reasonMessages: Readonly<Record<SignInFailureReason, string>> = {
  not_allowed: 'you may not use this service: an admin can add you to SVC_ALLOWED_LOGINS',
  no_sign_in_pending: 'no sign-in is in progress in this browser: start again',
  provider_unreachable: 'the identity provider cannot be reached',
  provider_error: 'the identity provider refused the sign-in',
  client_refused: 'the identity provider does not accept this service as its client',
  code_refused: 'this sign-in was already used or took too long: start again',
  state_mismatch: 'the answer belongs to another sign-in: start again',
  nonce_mismatch: 'the identity provider answered for another sign-in: start again',
  token_invalid: 'the identity provider sent an invalid token',
};

/**
 * A failed sign-in: 401, 403 for a person who is not on the list, or 500 where the person did nothing
 * wrong.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly reason: SignInFailureReason;
  /** The login that the list would need. */
  readonly login: string | undefined;

  constructor(
    reason: SignInFailureReason,
    { cause, login }: { cause?: unknown; login?: string | undefined } = {},
  ) {
    super(reason, { cause });
    this.reason = reason;
    this.login = login;
  }
}

/**
 * Answers a refused sign-in: with a page for a browser, with the envelope for any other client (spec,
 * Errors).
 */
export function answerSignInError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = signInErrorResponse(error);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'refused');
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) {
    sendErrorResponse(refusal, request, reply);
    return;
  }
  sendSignInCard(
    reply.code(refusal.status),
    'Sign-in failed',
    `<h1>Sign-in failed</h1>
<p role="alert">${escapeHtml(asSentence(refusal.message))}</p>
<p><a href="/api/v1/auth/idp">Sign in again</a></p>
<p class="help">Request <code>${escapeHtml(request.id)}</code></p>`,
  );
}

function signInErrorResponse(error: unknown): ErrorResponse {
  if (!(error instanceof SignInFailed)) return errorResponseOf(error);
  const { reason, login } = error;
  const code = reasonCodes[reason] ?? 'unauthenticated';
  const message =
    login === undefined
      ? reasonMessages[reason]
      : `${reasonMessages[reason]}; your login is ${login}`;
  return { status: statusOfFault[code], code, message, details: [] };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Escapes text for HTML, between tags or in quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
