import type { UserId } from '../../domain/ids.ts';
import type { User, Users } from '../../ports/users.ts';

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
      const kept = { ...user, id, createdAt, admin: known?.admin === true || user.admin };
      users.set(id, kept);
      return kept;
    },
    count: async () => users.size,
    list: async ({ before = 'usr_~', limit }) =>
      [...users.values()]
        .filter(({ id }) => id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    setAdmin: async (id, admin) => {
      const user = users.get(id);
      if (user === undefined) return undefined;
      users.set(id, { ...user, admin });
      return user;
    },
  };
}
