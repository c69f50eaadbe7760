import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { isUnavailable } from '../../domain/fault.ts';
import type { IdentityClaims, SignInFailure, SignInStep } from '../../ports/identity-provider.ts';
import type { User } from '../../ports/users.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { sendRawError } from '../server/error-responses.ts';
import { limitRate } from '../server/rate-limit.ts';
import { recordEvent } from '../server/record-event.ts';
import { hostnameOf } from '../server/same-site.ts';
import { isAdminAtSignIn, isAdmitted, userFromClaims } from './admission-rules.ts';
import type { LimitedSessions } from './limited-sessions.ts';
import { createPendingSignIn, pendingLifetimeMs } from './sealed-cookies.ts';
import { isLimited, type SessionCookies, userOf } from './session-cookies.ts';
import { answerSignInError, SignInFailed } from './sign-in-failures.ts';

/** Hands every request under `/idp` to the embedded issuer, with its body unread (design D40). */
export function issuerRoutes(issuer: NonNullable<HttpDeps['issuer']>): Routes {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: '/idp/*',
      handler: async (request, reply) => {
        reply.hijack();
        await issuer(request.raw, reply.raw).catch((error: unknown) =>
          sendRawError(error, request, reply),
        );
      },
    });
  };
}

/** Ties the browser that began a sign-in to the one that comes back. */
const pendingCookie = 'svc_sign_in';

const pendingCookieOptions: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/api/v1/auth',
  maxAge: pendingLifetimeMs / 1000,
};

/** What both steps of a sign-in may be refused with. */
const signInErrors = [
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'sign_in_unavailable',
  'AuditUnavailable',
] satisfies FastifySchema['errors'];

/** Sign-in through the identity provider (spec, GET /api/v1/auth/idp and its callback). */
export function authRoutes(
  deps: HttpDeps,
  sessions: SessionCookies,
  limited: LimitedSessions,
): Routes {
  const pending = createPendingSignIn(deps.signInKey, deps.clock);

  return async (scope) => {
    scope.setErrorHandler(answerSignInError);
    scope.addHook('onRequest', limitRate(deps.rateLimits?.signIn));

    const begin = {
      operationId: 'beginSignIn',
      summary: 'Begin to sign in',
      description:
        'For browsers: leads to the identity provider, which leads back to the callback.',
      tags: ['Sign-in'],
      credentials: [],
      response: { 302: z.undefined().describe('On to the identity provider.') },
      responseHeaders: { 302: { location: 'Where to go on.' } },
      errors: signInErrors,
      errorPage: true,
    } satisfies FastifySchema;
    scope.get('/api/v1/auth/idp', { schema: begin }, async (request, reply) => {
      const elsewhere = startAtBaseUrl(deps.baseUrl, request);
      if (elsewhere !== undefined) return reply.redirect(elsewhere);
      const { url, pending: state } = await requireStep(deps, request, deps.identity.begin());
      return reply
        .setCookie(pendingCookie, pending.seal(state), pendingCookieOptions)
        .redirect(url);
    });

    const finish = {
      operationId: 'finishSignIn',
      summary: 'Finish to sign in',
      description:
        'Where the identity provider sends the browser back to. Sets the cookie `svc_session`.',
      tags: ['Sign-in'],
      credentials: [],
      response: { 302: z.undefined().describe('Signed in; on to the portal.') },
      responseHeaders: { 302: { location: '`/portal`.', 'set-cookie': '`svc_session`.' } },
      errors: signInErrors,
      errorPage: true,
    } satisfies FastifySchema;
    scope.get('/api/v1/auth/idp/callback', { schema: finish }, async (request, reply) => {
      const state = pending.open(request.cookies[pendingCookie] ?? '');
      reply.clearCookie(pendingCookie, { ...pendingCookieOptions, maxAge: 0 });
      const answer = new URL(request.url, deps.baseUrl);
      const claims = await requireStep(
        deps,
        request,
        state === undefined ? noSignInPending : deps.identity.complete(answer, state),
      );
      const user = await userOfClaims(deps, request, claims);
      return reply.redirect(await enter(request, reply, user));
    });
  };

  /** Starts the session of a user, and says where the browser goes on. */
  async function enter(request: FastifyRequest, reply: FastifyReply, user: User): Promise<string> {
    let isRecorded = false;
    try {
      await recordEvent(deps, 'login', { actor: user.id, method: deps.signInMethod });
      isRecorded = true;
      await sessions.start(request, reply, user);
      return '/portal';
    } catch (error) {
      if (!(user.admin && isUnavailable(error))) throw error;
      request.log.warn({ err: error, user: user.id }, 'an admin signed in for a limited session');
      limited.begin(reply, user, isRecorded);
      return deps.portal === undefined ? '/portal' : '/portal/audit';
    }
  }
}

interface FailedStep {
  readonly ok: false;
  readonly reason: SignInFailure | 'no_sign_in_pending' | 'not_allowed';
  /** Who was refused, for their own eyes only. */
  readonly who?: string;
}
type Step<T> = SignInStep<T> | FailedStep;

const noSignInPending: Promise<FailedStep> = Promise.resolve({
  ok: false,
  reason: 'no_sign_in_pending',
});

/** What a step gave; a step that failed is put on record before it is refused. */
async function requireStep<T>(
  deps: HttpDeps,
  request: FastifyRequest,
  step: Promise<Step<T>>,
): Promise<T> {
  const result = await step;
  if (result.ok) return result.value;
  const { reason } = result;
  const cause = 'cause' in result ? result.cause : undefined;
  request.log.warn({ reason, err: cause }, 'the sign-in failed');
  await recordEvent(deps, 'login_failed', { reason });
  throw new SignInFailed(reason, { cause, login: 'who' in result ? result.who : undefined });
}

/** Sign-out (spec, POST /api/v1/auth/logout); registered among the signed-in routes. */
export function logoutRoute(
  deps: HttpDeps,
  sessions: SessionCookies,
  limited: LimitedSessions,
): (scope: FastifyInstance) => void {
  return (scope) => {
    const schema = {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session on the server and clears the cookie.',
      tags: ['Sign-in'],
      response: { 204: z.undefined() },
      responseHeaders: { 204: { 'set-cookie': '`svc_session`, emptied.' } },
      errors: ['AuditUnavailable'],
    } satisfies FastifySchema;
    scope.post(
      '/api/v1/auth/logout',
      { schema, config: { limited: true } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (isLimited(request)) {
          limited.end(request, reply);
          return reply.code(204).send();
        }
        await sessions.end(request, reply);
        await recordEvent(deps, 'logout', { actor: userOf(request).id });
        return reply.code(204).send();
      },
    );
  };
}

/**
 * The provider sends the browser back to the base URL, where a cookie set under another loopback
 * name would be missing; so a sign-in begun under one moves to the base URL first.
 */
function startAtBaseUrl(baseUrl: string, request: FastifyRequest): string | undefined {
  const base = new URL(baseUrl);
  const host = request.headers.host ?? '';
  const moves =
    isLoopbackHost(hostnameOf(host)) && isLoopbackHost(base.hostname) && host !== base.host;
  return moves ? `${baseUrl}/api/v1/auth/idp` : undefined;
}

/**
 * The user of these claims, who may enter. A user from before identities were kept is taken over by
 * who has proved the same login: a verified address, or a one-time link made for it (decision 0056).
 */
async function userOfClaims(
  deps: HttpDeps,
  request: FastifyRequest,
  claims: IdentityClaims,
): Promise<User> {
  const person = userFromClaims(claims);
  if (!isAdmitted(deps, person)) {
    const refused = Promise.resolve({
      ok: false,
      reason: 'not_allowed',
      who: person.login,
    } as const);
    return await requireStep<never>(deps, request, refused);
  }
  const user = {
    ...person,
    admin: await isAdminAtSignIn(deps, person),
    id: deps.ids.next('usr'),
    createdAt: new Date(deps.clock.now()).toISOString(),
  };
  return deps.users.signIn(user, person.emailVerified || deps.signInMethod === 'embedded');
}
