import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User, Users } from '../../server/ports/users.ts';
import type { Opened } from './vault.contract.ts';

const ada: User = {
  id: 'usr_01KAHZ0000000000000000AAAA',
  login: 'ada@example.com',
  displayName: 'Ada Example',
  admin: false,
  createdAt: '2026-11-21T09:00:00.000Z',
};
const numbered = (count: number): User => ({
  ...ada,
  id: `usr_01KAHZ000000000000000000A${count}`,
  login: `user-${count}@example.com`,
});

/** What every store of users does (spec, User). */
export function usersContract(name: string, open: () => Promise<Opened<Users>>): void {
  describe(`${name} users`, () => {
    let opened: Opened<Users>;
    let users: Users;
    beforeEach(async () => {
      opened = await open();
      users = opened.port;
    });
    afterEach(() => opened.close());

    it('makes a user at the first sign-in and knows the login afterwards', async () => {
      expect(await users.count()).toBe(0);
      expect(await users.upsert(ada)).toEqual(ada);
      const renamed: User = {
        ...ada,
        id: 'usr_01KAHZ0000000000000000BBBB',
        displayName: 'Ada B. Example',
        createdAt: '2026-11-22T09:00:00.000Z',
      };
      expect(await users.upsert(renamed)).toEqual({ ...ada, displayName: 'Ada B. Example' });
      expect(await users.count()).toBe(1);
    });

    it('raises a user to admin at a sign-in and never lowers one', async () => {
      await users.upsert(ada);
      expect(await users.upsert({ ...ada, admin: true })).toMatchObject({ admin: true });
      expect(await users.upsert({ ...ada, admin: false })).toMatchObject({ admin: true });
    });

    it('raises and lowers a user when told to, and says what they were', async () => {
      await users.upsert(ada);
      expect(await users.setAdmin(ada.id, true)).toEqual(ada);
      expect(await users.list({ limit: 9 })).toEqual([{ ...ada, admin: true }]);
      expect(await users.setAdmin(ada.id, false)).toEqual({ ...ada, admin: true });
      expect(await users.list({ limit: 9 })).toEqual([ada]);
      expect(await users.setAdmin('usr_01KAHZ0000000000000000CCCC', true)).toBeUndefined();
    });

    it('lists users newest first, in pages', async () => {
      for (const count of [1, 2, 3]) await users.upsert(numbered(count));
      const first = await users.list({ limit: 2 });
      expect(first).toEqual([numbered(3), numbered(2)]);
      expect(await users.list({ limit: 2, before: numbered(2).id })).toEqual([numbered(1)]);
    });
  });
}
