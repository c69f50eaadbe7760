import type { UserId } from '../../domain/ids.ts';
import type { Logins, User, WebSession } from '../../ports/logins.ts';

/** Users and web sessions that are forgotten when the process ends. */
export function memoryLogins(): Logins {
  const users = new Map<UserId, User>();
  const sessions = new Map<string, WebSession>();

  return {
    upsertUser: async (user) => {
      const known = [...users.values()].find(({ login }) => login === user.login);
      const { displayName } = user;
      const kept = known ? { ...known, displayName, admin: known.admin || user.admin } : user;
      users.set(kept.id, kept);
      return kept;
    },
    countUsers: async () => users.size,
    startSession: async (session) => {
      if (!users.has(session.userId)) throw new Error('A session needs a known user.');
      sessions.set(session.cookieHash, session);
    },
    findSession: async (cookieHash, notBefore) => {
      const session = sessions.get(cookieHash);
      const user = session && users.get(session.userId);
      if (!user || Date.parse(session.lastSeenAt) < Date.parse(notBefore)) return undefined;
      return { user, session };
    },
    touchSession: async (cookieHash, lastSeenAt) => {
      const session = sessions.get(cookieHash);
      if (session !== undefined) sessions.set(cookieHash, { ...session, lastSeenAt });
    },
    endSession: async (cookieHash) => {
      sessions.delete(cookieHash);
    },
  };
}
