import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownUser, Users } from '../../server/ports/users.ts';
import type { Opened } from './vault.contract.ts';

const ada: KnownUser = {
  id: 'usr_01KAHZ0000000000000000AAAA',
  identity: { issuer: 'https://id.example.com', subject: 'ada' },
  login: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada Example',
  role: 'viewer',
  createdAt: '2026-11-21T09:00:00.000Z',
};
const numbered = (count: number): KnownUser => ({
  ...ada,
  identity: { issuer: 'https://id.example.com', subject: `user-${count}` },
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

    it('creates a user at the first sign-in and finds the identity afterwards, with any login', async () => {
      expect(await users.count()).toBe(0);
      expect(await users.signIn(ada, false)).toEqual(ada);
      const renamed: KnownUser = {
        ...ada,
        id: 'usr_01KAHZ0000000000000000BBBB',
        login: 'ada.b@example.com',
        emailVerified: false,
        displayName: 'Ada B. Example',
        createdAt: '2026-11-22T09:00:00.000Z',
      };
      const { id, createdAt } = ada;
      expect(await users.signIn(renamed, true)).toEqual({ ...renamed, id, createdAt });
      expect(await users.list({ limit: 9 })).toEqual([{ ...renamed, id, createdAt }]);
    });

    it.each([
      ['subject', { issuer: 'https://id.example.com', subject: 'eve' }],
      ['issuer', { issuer: 'https://other.example.com', subject: 'ada' }],
    ])('distinguishes users who share a login but not the %s', async (_what, identity) => {
      await users.signIn({ ...ada, role: 'admin' }, true);
      const other: KnownUser = { ...ada, id: 'usr_01KAHZ0000000000000000BBBB', identity };
      expect(await users.signIn(other, true)).toEqual(other);
      expect(await users.count()).toBe(2);
    });

    it('grants admin at a sign-in and never revokes it there', async () => {
      await users.signIn(ada, false);
      expect(await users.signIn({ ...ada, role: 'admin' }, false)).toMatchObject({ role: 'admin' });
      expect(await users.signIn({ ...ada, role: 'viewer' }, false)).toMatchObject({
        role: 'admin',
      });
    });

    it('grants and revokes admin, and returns the user before the change', async () => {
      await users.signIn(ada, false);
      expect(await users.setRole(ada.id, 'admin')).toEqual(ada);
      expect(await users.list({ limit: 9 })).toEqual([{ ...ada, role: 'admin' }]);
      expect(await users.setRole(ada.id, 'viewer')).toEqual({ ...ada, role: 'admin' });
      expect(await users.list({ limit: 9 })).toEqual([ada]);
      expect(await users.setRole('usr_01KAHZ0000000000000000CCCC', 'it')).toBeUndefined();
    });

    it('of two admins who take the role from each other at the same moment, one stays', async () => {
      const [one, other] = [numbered(1), numbered(2)];
      for (const user of [one, other]) await users.signIn(user, false);
      for (let round = 0; round < 20; round += 1) {
        for (const { id } of [one, other]) await users.setRole(id, 'admin');
        const answers = await Promise.all([
          users.setRole(one.id, 'viewer', other.id),
          users.setRole(other.id, 'viewer', one.id),
        ]);
        expect(answers.filter((answer) => answer === 'refused')).toHaveLength(1);
        const roles = (await users.list({ limit: 9 })).map(({ role }) => role);
        expect(roles.toSorted()).toEqual(['admin', 'viewer']);
      }
      expect(await users.setRole('usr_01KAHZ0000000000000000CCCC', 'it', one.id)).toBeUndefined();
    });

    it('lists users newest first, in pages', async () => {
      for (const count of [1, 2, 3]) await users.signIn(numbered(count), false);
      const first = await users.list({ limit: 2 });
      expect(first).toEqual([numbered(3), numbered(2)]);
      expect(await users.list({ limit: 2, before: numbered(2).id })).toEqual([numbered(1)]);
    });
  });
}

/** A user of a version that stored no identity. */
export const legacy = {
  id: 'usr_01KAHZ0000000000000000AAAA',
  login: 'boss@clinic.example',
  displayName: 'Boss Example',
  role: 'admin',
  createdAt: '2026-11-21T09:00:00.000Z',
} as const;
const unidentified = { ...legacy, identity: null, emailVerified: false };
const person = (subject: string): KnownUser => ({
  ...legacy,
  id: `usr_01KAHZ000000000000000${subject.toUpperCase().padEnd(5, '0')}`,
  identity: { issuer: 'https://id.example.com', subject },
  emailVerified: true,
  role: 'viewer',
});

/** What holds after the upgrade of either store. */
export async function expectBoundOnce(users: Users): Promise<void> {
  expect(await users.list({ limit: 9 })).toEqual([unidentified]);
  // Without proof of the login a new user is made, who is no admin.
  expect(await users.signIn(person('eve'), false)).toEqual(person('eve'));
  const bound = { ...person('boss'), id: legacy.id, role: 'admin' };
  expect(await users.signIn(person('boss'), true)).toEqual(bound);
  expect(await users.signIn(person('boss'), true)).toEqual(bound);
  // The next who has the address gets a record of their own.
  expect(await users.signIn(person('heir'), true)).toEqual(person('heir'));
  expect(await users.count()).toBe(3);
}
