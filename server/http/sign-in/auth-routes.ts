import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { Me } from '../../contract/access.ts';
import { isUnavailable } from '../../domain/fault.ts';
import type { IdentityClaims, SignInStep } from '../../ports/identity-provider.ts';
import type { User } from '../../ports/users.ts';
import { isLoopbackHost } from '../../shared/loopback.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { limitRate } from '../server/rate-limit.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { hostnameOf } from '../server/same-site.ts';
import {
  type AdmissionRules,
  isAdminAtSignIn,
  isAdmitted,
  userFromClaims,
} from './admission-rules.ts';
import type { LimitedSessions } from './limited-sessions.ts';
import { createPendingSignIn, type PendingSignIn, pendingLifetimeMs } from './sealed-cookies.ts';
import { isLimited, type SessionCookies, userOf } from './session-cookies.ts';
import { answerSignInError, SignInFailed, type SignInFailureReason } from './sign-in-failures.ts';
import { userToWire } from './user-to-wire.ts';

export interface SignInDeps
  extends RecordDeps,
    AdmissionRules,
    Pick<HttpDeps, 'baseUrl' | 'identity' | 'ids' | 'rateLimits' | 'signInKey' | 'users'> {
  readonly sessions: Pick<SessionCookies, 'start' | 'end'>;
  readonly limited: Pick<LimitedSessions, 'begin' | 'end'>;
}

const tags = ['Sign-in'];

/** Ties the browser that began a sign-in to the one that comes back. */
const pendingCookie = 'svc_sign_in';

const pendingCookieOptions: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/api/v1/auth',
  maxAge: pendingLifetimeMs / 1000,
};

/** Both steps of a sign-in. */
const signInSchema = {
  tags,
  credentials: [],
  errors: [
    'unauthenticated',
    'forbidden',
    'rate_limited',
    'sign_in_unavailable',
    'AuditUnavailable',
  ],
  errorPage: true,
} satisfies FastifySchema;

const beginSchema = {
  ...signInSchema,
  operationId: 'beginSignIn',
  summary: 'Start signing in',
  description:
    'For browsers. Redirects to the identity provider, which redirects back to the callback.',
  response: { 302: z.undefined().describe('To the identity provider.') },
  responseHeaders: { 302: { location: "The identity provider's address." } },
} satisfies FastifySchema;

const finishSchema = {
  ...signInSchema,
  operationId: 'finishSignIn',
  summary: 'Finish signing in',
  description: 'The identity provider redirects the browser here. Sets the cookie `svc_session`.',
  response: { 302: z.undefined().describe('Signed in; to the portal.') },
  responseHeaders: { 302: { location: '`/portal`.', 'set-cookie': '`svc_session`.' } },
} satisfies FastifySchema;

/** Sign-in through the identity provider (spec, GET /api/v1/auth/idp and its callback). */
export function signInRoutes(deps: SignInDeps): Routes {
  const pending = createPendingSignIn(deps.signInKey, deps.clock);
  return async (scope) => {
    scope.setErrorHandler(answerSignInError);
    scope.addHook('onRequest', limitRate(deps.rateLimits?.signIn));
    scope.get('/api/v1/auth/idp', { schema: beginSchema }, async (request, reply) => {
      const elsewhere = startAtBaseUrl(deps.baseUrl, request);
      if (elsewhere !== undefined) return reply.redirect(elsewhere);
      const { url, pending: state } = await requireStep(deps, request, deps.identity.begin());
      return reply
        .setCookie(pendingCookie, pending.seal(state), pendingCookieOptions)
        .redirect(url);
    });
    scope.get('/api/v1/auth/idp/callback', { schema: finishSchema }, async (request, reply) => {
      const claims = await finishSignIn(deps, pending, request, reply);
      const user = await userOfClaims(deps, request, claims);
      return reply.redirect(await enter(deps, request, reply, user));
    });
  };
}

async function finishSignIn(
  deps: SignInDeps,
  pending: PendingSignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IdentityClaims> {
  const state = pending.open(request.cookies[pendingCookie] ?? '');
  reply.clearCookie(pendingCookie, { ...pendingCookieOptions, maxAge: 0 });
  if (state === undefined) return await refuseSignIn(deps, request, 'no_sign_in_pending');
  const answer = new URL(request.url, deps.baseUrl);
  return await requireStep(deps, request, deps.identity.complete(answer, state));
}

/** Starts the user's session. Returns the address of the next page. */
async function enter(
  { sessions, limited, ...deps }: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
): Promise<string> {
  let isRecorded = false;
  try {
    await recordEvent(deps, 'login', { actor: user.id, method: deps.signInMethod });
    isRecorded = true;
    await sessions.start(request, reply, user);
    return '/portal';
  } catch (error) {
    if (!(user.role === 'admin' && isUnavailable(error))) throw error;
    request.log.warn({ err: error, user: user.id }, 'an admin signed in for a limited session');
    limited.begin(reply, user, isRecorded);
    return '/portal/audit';
  }
}

/** The result of a step. A failed step is recorded, then refused. */
async function requireStep<T>(
  deps: RecordDeps,
  request: FastifyRequest,
  step: Promise<SignInStep<T>>,
): Promise<T> {
  const result = await step;
  if (result.ok) return result.value;
  return await refuseSignIn(deps, request, result.reason, { cause: result.cause });
}

/** Records the failed sign-in and throws `SignInFailed`. Only the person's own page has the login. */
async function refuseSignIn(
  deps: RecordDeps,
  request: FastifyRequest,
  reason: SignInFailureReason,
  details: { readonly cause?: unknown; readonly login?: string } = {},
): Promise<never> {
  request.log.warn({ reason, err: details.cause }, 'the sign-in failed');
  await recordEvent(deps, 'login_failed', { reason });
  throw new SignInFailed(reason, details);
}

/** The signed-in user, and sign-out (spec, POST /api/v1/auth/logout). */
export function accountRoutes(deps: SignInDeps): Routes {
  return defineRoutes(deps, { tags }, getMe, signOut);
}

function getMe(api: ApiScope): void {
  api.get('/me', {
    config: { limited: true },
    schema: {
      operationId: 'getMe',
      summary: 'Get the signed-in user',
      response: { 200: Me },
    },
    handler: async (request) => ({ user: userToWire(userOf(request)) }),
  });
}

function signOut(api: ApiScope, { sessions, limited, ...deps }: SignInDeps): void {
  api.post('/auth/logout', {
    config: { limited: true },
    schema: {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session on the server and clears the cookie.',
      response: { 204: z.undefined() },
      responseHeaders: { 204: { 'set-cookie': '`svc_session`, emptied.' } },
    },
    handler: async (request, reply) => {
      if (isLimited(request)) {
        limited.end(request, reply);
      } else {
        await sessions.end(request, reply);
        await recordEvent(deps, 'logout', { actor: userOf(request).id });
      }
      return reply.code(204).send();
    },
  });
}

/**
 * Where a sign-in under another loopback name starts instead. The provider sends the browser back to
 * the base URL, which does not get a cookie of that other name.
 */
function startAtBaseUrl(baseUrl: string, request: FastifyRequest): string | undefined {
  const base = new URL(baseUrl);
  const host = request.headers.host ?? '';
  const moves =
    isLoopbackHost(hostnameOf(host)) && isLoopbackHost(base.hostname) && host !== base.host;
  return moves ? `${baseUrl}/api/v1/auth/idp` : undefined;
}

/**
 * The user of these claims, who is admitted. A user without a kept identity goes to the person who has
 * proved the same login: by a verified address, or by a one-time link for it (decision 0056).
 */
async function userOfClaims(
  deps: SignInDeps,
  request: FastifyRequest,
  claims: IdentityClaims,
): Promise<User> {
  const person = userFromClaims(claims);
  if (!isAdmitted(deps, person)) {
    return await refuseSignIn(deps, request, 'not_allowed', { login: person.login });
  }
  const user = {
    ...person,
    role: (await isAdminAtSignIn(deps, person)) ? ('admin' as const) : person.role,
    id: deps.ids.next('usr'),
    createdAt: new Date(deps.clock.now()).toISOString(),
  };
  return deps.users.signIn(user, person.emailVerified || deps.signInMethod === 'embedded');
}
