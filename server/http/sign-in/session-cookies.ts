import { createHash } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault, isUnavailable } from '../../domain/fault.ts';
import type { UserId, WebSessionId } from '../../domain/ids.ts';
import type { User } from '../../ports/users.ts';
import type { OpenWebSession, Reveals, WebSession } from '../../ports/web-sessions.ts';
import type { HttpDeps } from '../server/deps.ts';
import { type AdmissionRules, isAdmitted } from './admission-rules.ts';

export const sessionCookie = 'svc_session';

const lifetimeSeconds = 2_592_000;
const touchEveryMs = 60_000;
const cookieBytes = 32;

/** The cookie's properties are the spec's (Authentication 3); no Domain binds it to the host. */
export const cookieOptions: CookieSerializeOptions = {
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  path: '/',
  maxAge: lifetimeSeconds,
};

/** Web sessions behind the cookie `svc_session` (spec, Web session lifecycle). */
export interface SessionCookies {
  /** The live session of the cookie, renewed by this request; undefined without one. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<OpenWebSession | undefined>;
  /** The session of the cookie, if it is still live. Does not renew it. */
  current(request: FastifyRequest): Promise<OpenWebSession | undefined>;
  /** Starts a session under a new cookie value, and ends the browser's old one. */
  start(request: FastifyRequest, reply: FastifyReply, user: User): Promise<void>;
  /** Ends any browser's session for good; undefined for an unknown one. */
  revoke(id: WebSessionId): Promise<WebSession | undefined>;
  /** Calls the listener with each session that ends here, before the request that ended it is answered. */
  onEnded(listener: (id: WebSessionId) => void): void;
  /** Replaces what a session may see (decision 0088). */
  setReveals(id: WebSessionId, reveals: Reveals): Promise<void>;
  /** To be called once a user has another role, and so may see more or less. */
  roleChanged(id: UserId): void;
  /** Calls the listener when what somebody may see changed here, by a reveal or a role, with a test whose sign-in it is. */
  onAccessChanged(listener: (isTheirs: (login: OpenWebSession) => boolean) => void): void;
  /** Ends the session for good and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Sessions last seen before this moment (ISO 8601 UTC) have expired. */
  expiry(): string;
}

export function createSessionCookies(
  deps: AdmissionRules & Pick<HttpDeps, 'webSessions' | 'clock' | 'ids'>,
): SessionCookies {
  const { webSessions, clock, ids } = deps;
  const iso = (ms: number) => new Date(ms).toISOString();
  const expiry = () => iso(clock.now() - lifetimeSeconds * 1000);

  /** A session lives only while the lists admit its user. */
  const live = async (cookieHash: string): Promise<OpenWebSession | undefined> => {
    const found = await webSessions.find(cookieHash, expiry());
    return found !== undefined && isAdmitted(deps, found.user) ? found : undefined;
  };

  const listeners: ((id: WebSessionId) => void)[] = [];
  const accessListeners: Parameters<SessionCookies['onAccessChanged']>[0][] = [];
  const finish = async (which: Parameters<typeof webSessions.end>[0]) => {
    const ended = await webSessions.end(which);
    if (ended !== undefined) for (const listener of listeners) listener(ended.id);
    return ended;
  };

  return {
    expiry,
    revoke: (id) => finish({ id }),
    onEnded: (listener) => {
      listeners.push(listener);
    },

    async setReveals(id, reveals) {
      await webSessions.setReveals(id, reveals);
      for (const listener of accessListeners) listener(({ session }) => session.id === id);
    },
    roleChanged: (id) => {
      for (const listener of accessListeners) listener(({ user }) => user.id === id);
    },
    onAccessChanged: (listener) => {
      accessListeners.push(listener);
    },

    async find(request, reply) {
      const value = cookieValue(request);
      if (value === undefined) return undefined;
      const cookieHash = hashOf(value);
      const found = await live(cookieHash);
      if (found === undefined) return undefined;
      const now = clock.now();
      // Once a minute is enough for 30 days, and saves a write per request.
      if (now - Date.parse(found.session.lastSeenAt) >= touchEveryMs) {
        // On a full disk the session continues, and a later request renews it.
        await webSessions.touch(cookieHash, iso(now)).catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
        });
      }
      reply.setCookie(sessionCookie, value, cookieOptions);
      return found;
    },

    async current(request) {
      const value = cookieValue(request);
      return value === undefined ? undefined : live(hashOf(value));
    },

    async start(request, reply, user) {
      const old = cookieValue(request);
      if (old !== undefined) await finish({ cookieHash: hashOf(old) });
      const value = Buffer.from(ids.randomBytes(cookieBytes)).toString('base64url');
      const now = iso(clock.now());
      const session = {
        id: ids.next('web'),
        cookieHash: hashOf(value),
        userId: user.id,
        startedAt: now,
        lastSeenAt: now,
        reveals: {},
      };
      await webSessions.start(session, expiry());
      reply.setCookie(sessionCookie, value, cookieOptions);
    },

    async end(request, reply) {
      const value = cookieValue(request);
      if (value !== undefined) await finish({ cookieHash: hashOf(value) });
      reply.clearCookie(sessionCookie, { ...cookieOptions, maxAge: 0 });
    },
  };
}

/** The database keeps only the hash, so that no one can sign in with a copy of it. */
function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function cookieValue(request: FastifyRequest): string | undefined {
  const value = request.cookies[sessionCookie];
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limited sessions may use the route (decision 0054). */
    readonly limited?: true;
  }
}

/**
 * The Fastify decorator of a signed-in request: its session and user; of a limited session, only the
 * user.
 */
export const webSessionDecorator = 'webSession';

/** Makes every route of a scope need a signed-in user (spec, Authentication 6). */
export function requireUser(
  sessions: SessionCookies,
  limited: { userOf(request: FastifyRequest): User | undefined },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const login = await sessions.find(request, reply);
    const user = login?.user ?? limited.userOf(request);
    if (user === undefined) throw new Fault('unauthenticated', 'sign in first');
    if (login === undefined && request.routeOptions.config.limited !== true) {
      throw new Fault('AuditUnavailable', limitedSessionMessage);
    }
    request.setDecorator(webSessionDecorator, login ?? { user });
  };
}

const limitedSessionMessage =
  'the journal could not record this sign-in, so it can only show the state of the service and acknowledge a loss; sign in again for anything else';

/** The session and user of a request that passed `requireUser`, on a route that refuses limited sessions. */
export function webSessionOf(request: FastifyRequest): OpenWebSession {
  return request.getDecorator<OpenWebSession>(webSessionDecorator);
}

/** Whether a request that passed `requireUser` has a limited session. */
export function isLimited(request: FastifyRequest): boolean {
  return webSessionOf(request).session === undefined;
}

/** The user of a request that passed `requireUser`. */
export function userOf(request: FastifyRequest): User {
  return webSessionOf(request).user;
}

/** One session for everybody, in an app that the service in front of it opens to people who signed in there. */
export function visitorSessions(user: User): SessionCookies {
  const { createdAt } = user;
  const login: OpenWebSession = {
    user,
    session: {
      id: 'web_0000000000000000000000DEM0',
      cookieHash: '',
      userId: user.id,
      startedAt: createdAt,
      lastSeenAt: createdAt,
      reveals: {},
    },
    seesAll: true,
  };
  const nothing = () => undefined;
  return {
    find: async () => login,
    current: async () => login,
    start: async () => undefined,
    revoke: async () => undefined,
    setReveals: async () => undefined,
    end: async () => undefined,
    onEnded: nothing,
    roleChanged: nothing,
    onAccessChanged: nothing,
    expiry: () => createdAt,
  };
}
