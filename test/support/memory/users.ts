import type { UserId } from '../../../server/domain/ids.ts';
import type { User, Users } from '../../../server/ports/users.ts';
import type {
  OpenWebSession,
  WebSession,
  WebSessions,
} from '../../../server/ports/web-sessions.ts';

/** Web sessions that are forgotten when the process ends. */
export function memoryWebSessions(users: { get(id: UserId): User | undefined }): WebSessions {
  const sessions = new Map<string, WebSession>();

  const signIn = (
    session: WebSession | undefined,
    notBefore: string,
  ): OpenWebSession | undefined => {
    const user = session && users.get(session.userId);
    return user && isSince(session, notBefore) ? { session, user } : undefined;
  };

  return {
    start: async (session, notBefore) => {
      if (users.get(session.userId) === undefined) throw new Error('no such user');
      for (const [hash, old] of sessions) if (!isSince(old, notBefore)) sessions.delete(hash);
      sessions.set(session.cookieHash, session);
    },
    find: async (cookieHash, notBefore) => signIn(sessions.get(cookieHash), notBefore),
    list: async ({ notBefore, before = 'web_~', limit }) =>
      [...sessions.values()]
        .filter(({ id }) => id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .flatMap((session) => signIn(session, notBefore) ?? [])
        .slice(0, limit),
    touch: async (cookieHash, lastSeenAt) => {
      const session = sessions.get(cookieHash);
      if (session !== undefined) sessions.set(cookieHash, { ...session, lastSeenAt });
    },
    setReveals: async (id, reveals) => {
      for (const session of sessions.values()) {
        if (session.id === id) sessions.set(session.cookieHash, { ...session, reveals });
      }
    },
    end: async (which) => {
      const ended =
        'cookieHash' in which
          ? sessions.get(which.cookieHash)
          : [...sessions.values()].find(({ id }) => id === which.id);
      if (ended !== undefined) sessions.delete(ended.cookieHash);
      return ended;
    },
  };
}

function isSince({ lastSeenAt }: WebSession, notBefore: string): boolean {
  return Date.parse(lastSeenAt) >= Date.parse(notBefore);
}

/** Users that are forgotten when the process ends. */
export function memoryUsers(): Users & { get(id: UserId): User | undefined } {
  const users = new Map<UserId, User>();
  return {
    get: (id) => users.get(id),
    signIn: async (user) => {
      const { issuer, subject } = user.identity;
      const known = [...users.values()].find(
        ({ identity }) => identity?.issuer === issuer && identity.subject === subject,
      );
      const { id, createdAt } = known ?? user;
      const role = user.role === 'admin' ? user.role : (known?.role ?? user.role);
      const kept = { ...user, id, createdAt, role };
      users.set(id, kept);
      return kept;
    },
    count: async () => users.size,
    list: async ({ before = 'usr_~', limit }) =>
      [...users.values()]
        .filter(({ id }) => id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    setRole: async (id, role, by) => {
      const user = users.get(id);
      if (user === undefined) return undefined;
      if (by !== undefined && users.get(by)?.role !== 'admin') return 'refused';
      users.set(id, { ...user, role });
      return user;
    },
  };
}
