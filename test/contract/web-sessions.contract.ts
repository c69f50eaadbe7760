import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnownUser, Users } from '../../server/ports/users.ts';
import type { WebSession, WebSessions } from '../../server/ports/web-sessions.ts';
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
const session: WebSession = {
  id: 'web_01KAHZ0000000000000000SSS1',
  cookieHash: 'c0'.repeat(32),
  userId: ada.id,
  startedAt: '2026-11-21T09:00:00.000Z',
  lastSeenAt: '2026-11-21T09:00:00.000Z',
  reveals: {},
};
const later: WebSession = {
  ...session,
  id: 'web_01KAHZ0000000000000000SSS2',
  cookieHash: 'c1'.repeat(32),
  startedAt: '2026-12-01T09:00:00.000Z',
  lastSeenAt: '2026-12-01T09:00:00.000Z',
};
const longAgo = '2026-01-01T00:00:00.000Z';

/** What every store of web sessions does (spec, Web session (cookie) lifecycle). */
export function webSessionsContract(
  name: string,
  open: () => Promise<Opened<WebSessions> & { readonly users: Users }>,
): void {
  describe(`${name} web sessions`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let sessions: WebSessions;
    beforeEach(async () => {
      opened = await open();
      sessions = opened.port;
      await opened.users.signIn(ada, false);
    });
    afterEach(() => opened.close());

    it('finds a session with its user by the hash of its cookie', async () => {
      await sessions.start(session, longAgo);
      expect(await sessions.find(session.cookieHash, longAgo)).toEqual({ user: ada, session });
      expect(await sessions.find('d0'.repeat(32), longAgo)).toBeUndefined();
    });

    it('hides a session last seen too long ago until it is seen again', async () => {
      await sessions.start(session, longAgo);
      const found = async (notBefore: string) =>
        (await sessions.find(session.cookieHash, notBefore))?.session.lastSeenAt;

      expect(await found('2026-11-21T09:00:00.000Z')).toBe(session.lastSeenAt);
      expect(await found('2026-11-21T09:00:00.001Z')).toBeUndefined();
      await sessions.touch(session.cookieHash, '2026-12-01T09:00:00.000Z');
      expect(await found('2026-12-01T09:00:00.000Z')).toBe('2026-12-01T09:00:00.000Z');
    });

    it('deletes sessions last seen too long ago when another starts', async () => {
      await sessions.start(session, longAgo);
      await sessions.start(later, '2026-11-21T09:00:00.001Z');
      expect(await sessions.find(session.cookieHash, longAgo)).toBeUndefined();
      expect(await sessions.list({ notBefore: longAgo, limit: 9 })).toEqual([
        { user: ada, session: later },
      ]);
    });

    it('lists live sessions newest first, in pages', async () => {
      await sessions.start(session, longAgo);
      await sessions.start(later, longAgo);
      const [newest, oldest] = [
        { user: ada, session: later },
        { user: ada, session },
      ];
      expect(await sessions.list({ notBefore: longAgo, limit: 9 })).toEqual([newest, oldest]);
      expect(await sessions.list({ notBefore: longAgo, limit: 1 })).toEqual([newest]);
      expect(await sessions.list({ notBefore: longAgo, limit: 9, before: later.id })).toEqual([
        oldest,
      ]);
      expect(await sessions.list({ notBefore: later.lastSeenAt, limit: 9 })).toEqual([newest]);
    });

    it.each([
      ['its cookie', { cookieHash: session.cookieHash }],
      ['its id', { id: session.id }],
    ])(
      'never finds a session again after it was ended by %s, not even after a touch',
      async (_by, which) => {
        await sessions.start(session, longAgo);
        expect(await sessions.end(which)).toEqual(session);
        await sessions.touch(session.cookieHash, session.lastSeenAt);
        expect(await sessions.end(which)).toBeUndefined();
        expect(await sessions.find(session.cookieHash, longAgo)).toBeUndefined();
      },
    );

    it('refuses a session of an unknown user', async () => {
      const stranger: WebSession = { ...session, userId: 'usr_01KAHZ0000000000000000ZZZZ' };
      await expect(sessions.start(stranger, longAgo)).rejects.toThrow();
    });
  });
}
