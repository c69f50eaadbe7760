import type { User } from '../../ports/users.ts';
import type { OpenWebSession } from '../../ports/web-sessions.ts';
import type { SessionCookies } from './session-cookies.ts';

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
