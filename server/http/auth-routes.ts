import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../domain/fault.ts';
import type { IdentityClaims, SignInState } from '../ports/identity.ts';
import type { User } from '../ports/logins.ts';
import type { HttpDeps, Routes } from './deps.ts';
import { record } from './events.ts';
import { createPendingSignIns, pendingLifetimeMs } from './pending-sign-ins.ts';
import { isLoopbackHost } from './same-site.ts';
import type { WebSessions } from './web-sessions.ts';

/** Ties the browser that began a sign-in to the one that comes back. */
const pendingCookie = 'svc_sign_in';

const pendingCookieOptions: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/api/v1/auth',
  maxAge: pendingLifetimeMs / 1000,
};

/** Sign-in through the identity provider (spec, GET /api/v1/auth/idp and its callback). */
export function authRoutes(deps: HttpDeps, sessions: WebSessions): Routes {
  const pending = createPendingSignIns(deps.clock);

  return async (scope) => {
    scope.get('/api/v1/auth/idp', async (request, reply) => {
      const elsewhere = canonicalStart(deps.baseUrl, request);
      if (elsewhere !== undefined) return reply.redirect(elsewhere);
      const { url, pending: state } = await deps.identity.begin();
      const key = Buffer.from(deps.ids.randomBytes(32)).toString('base64url');
      pending.put(key, state);
      return reply.setCookie(pendingCookie, key, pendingCookieOptions).redirect(url);
    });

    scope.get('/api/v1/auth/idp/callback', async (request, reply) => {
      const state = pending.take(request.cookies[pendingCookie] ?? '');
      reply.clearCookie(pendingCookie, { ...pendingCookieOptions, maxAge: 0 });
      const claims = await identify(deps, request, state);
      const user = await knownUser(deps, claims);
      await record(deps, 'login', { actor: user.id, method: deps.signInMethod });
      await sessions.start(request, reply, user);
      return reply.redirect('/portal');
    });
  };
}

/** Sign-out (spec, POST /api/v1/auth/logout); registered among the signed-in routes. */
export function logoutRoute(
  deps: HttpDeps,
  sessions: WebSessions,
  userOf: (request: FastifyRequest) => User,
): (scope: FastifyInstance) => void {
  return (scope) => {
    scope.post('/api/v1/auth/logout', async (request: FastifyRequest, reply: FastifyReply) => {
      await sessions.end(request, reply);
      await record(deps, 'logout', { actor: userOf(request).id });
      return reply.code(204).send();
    });
  };
}

/**
 * The provider sends the browser back to the base URL, where a cookie set under another loopback
 * name would be missing; so a sign-in begun under one moves to the base URL first.
 */
function canonicalStart(baseUrl: string, request: FastifyRequest): string | undefined {
  const base = new URL(baseUrl);
  const host = request.headers.host ?? '';
  const moves = isLoopbackHost(host) && isLoopbackHost(base.hostname) && host !== base.host;
  return moves ? `${baseUrl}/api/v1/auth/idp` : undefined;
}

/** Failed attempts are put on record before they are refused. */
async function identify(
  deps: HttpDeps,
  request: FastifyRequest,
  state: SignInState | undefined,
): Promise<IdentityClaims> {
  try {
    if (state === undefined) throw new Fault('unauthenticated', 'no sign-in is in progress');
    return await deps.identity.complete(new URL(request.url, deps.baseUrl), state);
  } catch (error) {
    const cause = error instanceof Fault ? error.code : 'internal_error';
    await record(deps, 'login_failed', {
      reason: state === undefined ? 'no_sign_in_pending' : cause,
    });
    throw error;
  }
}

/** The user of these claims; the first of a fresh install and the named ones are admins. */
async function knownUser(deps: HttpDeps, claims: IdentityClaims): Promise<User> {
  const named = deps.adminLogins.some((login) => sameLogin(login, claims.login));
  const admin = named || (await deps.logins.countUsers()) === 0;
  return deps.logins.upsertUser({
    id: deps.ids.next('usr'),
    login: claims.login,
    displayName: claims.displayName,
    admin,
    createdAt: new Date(deps.clock.now()).toISOString(),
  });
}

/** Logins are mostly e-mail addresses, which people write in any case. */
function sameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
