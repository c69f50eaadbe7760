import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logins, User, WebSession } from '../../server/ports/logins.ts';
import type { Opened } from './vault.contract.ts';

const ada: User = {
  id: 'usr_01KAHZ0000000000000000AAAA',
  login: 'ada@example.com',
  displayName: 'Ada Example',
  admin: false,
  createdAt: '2026-11-21T09:00:00.000Z',
};
const session: WebSession = {
  cookieHash: 'c0'.repeat(32),
  userId: ada.id,
  lastSeenAt: '2026-11-21T09:00:00.000Z',
};
const longAgo = '2026-01-01T00:00:00.000Z';

/** What every store of users and web sessions does (spec, Web session (cookie) lifecycle). */
export function loginsContract(name: string, open: () => Promise<Opened<Logins>>): void {
  describe(`${name} logins`, () => {
    let opened: Opened<Logins>;
    let logins: Logins;
    beforeEach(async () => {
      opened = await open();
      logins = opened.port;
    });
    afterEach(() => opened.close());

    it('makes a user at the first sign-in and knows the login afterwards', async () => {
      expect(await logins.countUsers()).toBe(0);
      expect(await logins.upsertUser(ada)).toEqual(ada);
      const renamed: User = {
        ...ada,
        id: 'usr_01KAHZ0000000000000000BBBB',
        displayName: 'Ada B. Example',
        createdAt: '2026-11-22T09:00:00.000Z',
      };
      expect(await logins.upsertUser(renamed)).toEqual({ ...ada, displayName: 'Ada B. Example' });
      expect(await logins.countUsers()).toBe(1);
    });

    it('raises a user to admin and never lowers one', async () => {
      await logins.upsertUser(ada);
      expect(await logins.upsertUser({ ...ada, admin: true })).toMatchObject({ admin: true });
      expect(await logins.upsertUser({ ...ada, admin: false })).toMatchObject({ admin: true });
    });

    it('finds a session with its user by the hash of its cookie', async () => {
      await logins.upsertUser(ada);
      await logins.startSession(session);
      expect(await logins.findSession(session.cookieHash, longAgo)).toEqual({ user: ada, session });
      expect(await logins.findSession('d0'.repeat(32), longAgo)).toBeUndefined();
    });

    it('hides a session last seen too long ago until it is seen again', async () => {
      await logins.upsertUser(ada);
      await logins.startSession(session);
      const found = async (notBefore: string) =>
        (await logins.findSession(session.cookieHash, notBefore))?.session.lastSeenAt;

      expect(await found('2026-11-21T09:00:00Z')).toBe(session.lastSeenAt);
      expect(await found('2026-11-21T09:00:00.001Z')).toBeUndefined();
      await logins.touchSession(session.cookieHash, '2026-12-01T09:00:00.000Z');
      expect(await found('2026-12-01T09:00:00.000Z')).toBe('2026-12-01T09:00:00.000Z');
    });

    it('never finds an ended session again, not even when it is touched', async () => {
      await logins.upsertUser(ada);
      await logins.startSession(session);
      await logins.endSession(session.cookieHash);
      await logins.touchSession(session.cookieHash, session.lastSeenAt);
      await logins.endSession(session.cookieHash);
      expect(await logins.findSession(session.cookieHash, longAgo)).toBeUndefined();
    });

    it('starts no session for a user it does not know', async () => {
      await expect(logins.startSession(session)).rejects.toThrow();
    });
  });
}
