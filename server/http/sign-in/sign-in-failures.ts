import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInFailure } from '../../ports/identity-provider.ts';
import {
  type ErrorResponse,
  errorResponseOf,
  sendErrorResponse,
  statusOfFault,
} from '../server/error-responses.ts';
import { escapeHtml } from '../server/escape-html.ts';

type SignInFailureReason = SignInFailure | 'no_sign_in_pending' | 'not_allowed';

/** What is answered, where it is not `unauthenticated`. */
const reasonCodes: Partial<
  Record<SignInFailureReason, 'forbidden' | 'internal_error' | 'sign_in_unavailable'>
> = {
  not_allowed: 'forbidden',
  provider_unreachable: 'sign_in_unavailable',
  client_refused: 'internal_error',
};

/** What a person who could not sign in is told, by the reason that the journal keeps. */
const reasonMessages: Readonly<Record<SignInFailureReason, string>> = {
  not_allowed: 'you may not use this service: an admin lists who may in SVC_ALLOWED_LOGINS',
  no_sign_in_pending: 'no sign-in is in progress in this browser: begin again',
  provider_unreachable: 'the identity provider cannot be reached',
  provider_error: 'the identity provider refused the sign-in',
  client_refused: 'the identity provider does not accept this service as its client',
  code_refused: 'the sign-in was already used, or took too long: begin again',
  state_mismatch: 'the answer belongs to another sign-in: begin again',
  nonce_mismatch: 'the identity provider answered for another sign-in: begin again',
  token_invalid: 'the answer of the identity provider does not hold',
};

/**
 * A sign-in that came to nothing: 401, 403 for somebody who is not on the list, or 500 where that is
 * not the person's doing.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly reason: SignInFailureReason;
  /** How the list would name the person. */
  readonly login: string | undefined;

  constructor(
    reason: SignInFailureReason,
    { cause, login: who }: { cause: unknown; login: string | undefined },
  ) {
    super(reason, { cause });
    this.reason = reason;
    this.login = who;
  }
}

/**
 * Tells a refused sign-in: a browser, which shows what it gets to a person, a page; anybody else the
 * envelope (spec, Errors).
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
  void reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(signInErrorPage(refusal.message, request.id));
}

function signInErrorResponse(error: unknown): ErrorResponse {
  if (!(error instanceof SignInFailed)) return errorResponseOf(error);
  const { reason, login: who } = error;
  const code = reasonCodes[reason] ?? 'unauthenticated';
  const message =
    who === undefined
      ? reasonMessages[reason]
      : `${reasonMessages[reason]}; it would name you ${who}`;
  return { status: statusOfFault[code], code, message, details: [] };
}

function signInErrorPage(message: string, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in failed · Voice PHI Proxy</title></head>
<body>
<main>
<h1>The sign-in failed</h1>
<p role="alert">${escapeHtml(asSentence(message))}</p>
<p><a href="/api/v1/auth/idp">Sign in</a></p>
<p>Request <code>${escapeHtml(requestId)}</code></p>
</main>
</body>
</html>
`;
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
