import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildHttp } from '../../server/http/build-http.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const day = 86_400_000;
let fixture: Fixture;
let owner: Browser;
let nurse: Browser;
let ids: { owner: string; nurse: string };

const userId = async (browser: Browser): Promise<string> =>
  (await browser.get('/api/v1/me')).json().user.id;

beforeAll(async () => {
  fixture = await startFixture();
  owner = await fixture.signIn('owner');
  fixture.time.now += 1000;
  nurse = await fixture.signIn('nurse@example.com');
  ids = { owner: await userId(owner), nurse: await userId(nurse) };
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.drafts.length = 0;
  fixture.journal.broken = false;
});

const refusal = (response: { statusCode: number; json(): { error: { code: string } } }) => [
  response.statusCode,
  response.json().error.code,
];
const changes = () => fixture.journal.drafts.map(({ kind, fields }) => [kind, fields]);

interface SessionItem {
  readonly id: string;
  readonly login: string;
}
const sessions = async (): Promise<readonly SessionItem[]> =>
  (await owner.get('/api/v1/admin/web-sessions')).json().data;

describe('GET /api/v1/admin/users', () => {
  it('lists the people who have signed in, newest first, in pages', async () => {
    const first = (await owner.get('/api/v1/admin/users?limit=1')).json();
    expect(first.data).toEqual([
      {
        id: ids.nurse,
        login: 'nurse@example.com',
        display_name: 'nurse@example.com',
        admin: false,
        role: 'viewer',
        may_reveal: false,
        created_at: new Date(fixture.time.now).toISOString(),
      },
    ]);
    const rest = (
      await owner.get(`/api/v1/admin/users?limit=1&cursor=${first.next_cursor}`)
    ).json();
    expect([rest.data[0].id, rest.next_cursor]).toEqual([ids.owner, null]);
  });
});

describe('PATCH /api/v1/admin/users/{user_id}', () => {
  const patch = (id: string, payload: object) =>
    owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload });

  it('makes somebody an admin at once, and no longer, on record', async () => {
    expect((await patch(ids.nurse, { admin: true })).json().user.admin).toBe(true);
    expect((await nurse.get('/api/v1/admin/users')).statusCode).toBe(200);
    expect((await patch(ids.nurse, { admin: false })).json().user.admin).toBe(false);
    expect((await nurse.get('/api/v1/admin/users')).statusCode).toBe(403);
    expect(changes()).toEqual([
      [
        'access_changed',
        { actor: ids.owner, change: 'admin_granted', role: 'admin', user_id: ids.nurse },
      ],
      [
        'access_changed',
        { actor: ids.owner, change: 'admin_revoked', role: 'viewer', user_id: ids.nurse },
      ],
    ]);
  });

  it('a change of rights that cannot be journalled changes nothing', async () => {
    fixture.journal.broken = true;
    expect(refusal(await patch(ids.nurse, { admin: false }))).toEqual([503, 'AuditUnavailable']);
    fixture.journal.broken = false;
    expect((await nurse.get('/api/v1/admin/users')).statusCode).toBe(403);
  });

  it('grants nothing that could not be put on record', async () => {
    fixture.journal.broken = true;
    expect(refusal(await patch(ids.nurse, { admin: true }))).toEqual([503, 'AuditUnavailable']);
    expect((await nurse.get('/api/v1/me')).json().user.admin).toBe(false);
  });

  it('admins cannot revoke their own rights, so that there is always an admin', async () => {
    expect(refusal(await patch(ids.owner, { admin: false }))).toEqual([422, 'validation_failed']);
    expect((await owner.get('/api/v1/me')).json().user.admin).toBe(true);
  });

  it.each(['usr_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])('404 for %s', async (id) => {
    expect(refusal(await patch(id, { admin: true }))).toEqual([404, 'not_found']);
  });

  it.each([{}, { admin: 'yes' }, { admin: true, login: 'x' }])('refuses %j', async (body) => {
    expect(refusal(await patch(ids.nurse, body))).toEqual([422, 'validation_failed']);
  });
});

describe('two admins who take the role from each other at the same moment', () => {
  it('leave one admin, and the record has what happened', async () => {
    const set = (browser: Browser, id: string, role: string) =>
      browser.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role } });
    await set(owner, ids.nurse, 'admin');
    fixture.journal.drafts.length = 0;
    const answers = await Promise.all([
      set(owner, ids.nurse, 'viewer'),
      set(nurse, ids.owner, 'viewer'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    expect(changes()).toHaveLength(1);
    const winner = answers[0]?.statusCode === 200 ? owner : nurse;
    const { data } = (await winner.get('/api/v1/admins')).json();
    expect(data).toHaveLength(1);
    await set(winner, winner === owner ? ids.nurse : ids.owner, 'admin');
    await set(owner, ids.nurse, 'viewer');
  });
});

describe('GET /api/v1/admin/web-sessions', () => {
  it('lists who is signed in, newest first, without anything of a cookie', async () => {
    const { data } = (await owner.get('/api/v1/admin/web-sessions')).json();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^web_[0-9A-Z]{26}$/),
        user_id: ids.nurse,
        login: 'nurse@example.com',
        created_at: new Date(fixture.time.now).toISOString(),
        last_seen_at: new Date(fixture.time.now).toISOString(),
        current: false,
      },
      expect.objectContaining({ user_id: ids.owner, current: true }),
    ]);
    expect(JSON.stringify(data)).not.toContain(owner.jar.get('svc_session'));
  });

  it('in pages', async () => {
    const first = (await owner.get('/api/v1/admin/web-sessions?limit=1')).json();
    const path = `/api/v1/admin/web-sessions?limit=1&cursor=${first.next_cursor}`;
    const rest = (await owner.get(path)).json();
    expect([rest.data[0].user_id, rest.next_cursor]).toEqual([ids.owner, null]);
    for (const query of ['limit=0', 'cursor=x']) {
      expect((await owner.get(`/api/v1/admin/web-sessions?${query}`)).statusCode).toBe(422);
    }
  });

  it('gives the time when each was last seen, and leaves out the expired', async () => {
    const guest = await fixture.signIn('guest@example.com');
    expect((await sessions()).map(({ login }) => login)).toContain('guest@example.com');
    fixture.time.now += 20 * day;
    await owner.get('/api/v1/me');
    await nurse.get('/api/v1/me');
    fixture.time.now += 10 * day + 1;
    const { data } = (await owner.get('/api/v1/admin/web-sessions')).json();
    expect(data.map(({ login }: SessionItem) => login)).toEqual(['nurse@example.com', 'owner']);
    expect(data[0].last_seen_at).toBe(new Date(fixture.time.now - 10 * day - 1).toISOString());
    expect((await guest.get('/api/v1/me')).statusCode).toBe(401);
  });
});

describe('DELETE /api/v1/admin/web-sessions/{web_session_id}', () => {
  const revoke = (id: string) => owner.send('DELETE', `/api/v1/admin/web-sessions/${id}`);

  it('signs that browser out for good, on record', async () => {
    const lost = await fixture.signIn('nurse@example.com');
    fixture.journal.drafts.length = 0;
    const [newest] = await sessions();
    const response = await revoke(newest?.id ?? '');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await lost.get('/api/v1/me')).statusCode).toBe(401);
    expect((await nurse.get('/api/v1/me')).statusCode).toBe(200);
    expect(changes()).toEqual([
      ['access_changed', { actor: ids.owner, change: 'web_session_revoked', user_id: ids.nurse }],
    ]);
    expect(refusal(await revoke(newest?.id ?? ''))).toEqual([404, 'not_found']);
  });

  it('the browser is signed out even when that cannot be journalled', async () => {
    const lost = await fixture.signIn('nurse@example.com');
    const [newest] = await sessions();
    fixture.journal.broken = true;
    expect(refusal(await revoke(newest?.id ?? ''))).toEqual([503, 'AuditUnavailable']);
    expect((await lost.get('/api/v1/me')).statusCode).toBe(401);
  });

  it.each(['web_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])('404 for %s', async (id) => {
    expect(refusal(await revoke(id))).toEqual([404, 'not_found']);
  });
});

describe('POST /api/v1/admin/sign-in-links', () => {
  const ask = (payload: object) => owner.post('/api/v1/admin/sign-in-links', payload);

  it('makes a link for a colleague, on record', async () => {
    const response = await ask({ login: ' sam.lee@example.com ' });
    expect(response.statusCode).toBe(201);
    const { url, login } = response.json().sign_in_link;
    expect(login).toBe('sam.lee@example.com');
    expect(changes()).toEqual([
      ['access_changed', { actor: ids.owner, change: 'sign_in_link_created' }],
    ]);
    const sam = fixture.browser();
    await sam.follow(url);
    expect((await sam.get('/api/v1/me')).json().user).toMatchObject({ login, admin: false });
  });

  it('for somebody who has signed in before, the record says for which person', async () => {
    expect((await ask({ login: 'nurse@example.com' })).statusCode).toBe(201);
    expect(changes()).toEqual([
      ['access_changed', { actor: ids.owner, change: 'sign_in_link_created', user_id: ids.nurse }],
    ]);
  });

  it.each([{}, { login: ' ' }, { login: 'a'.repeat(129) }])('refuses %j', async (body) => {
    expect(refusal(await ask(body))).toEqual([422, 'validation_failed']);
  });

  it("is no route where the clinic's own provider signs people in", async () => {
    const { issuer: _, ...deps } = fixture.deps;
    const app = await buildHttp(deps);
    const headers = { host: '127.0.0.1', cookie: owner.jar.header('/') };
    const url = '/api/v1/admin/sign-in-links';
    const response = await app.inject({ method: 'POST', url, headers, payload: { login: 'x' } });
    expect(response.statusCode).toBe(404);
  });
});

describe('all of it is for account admins', () => {
  it.each<['GET' | 'POST' | 'PATCH' | 'DELETE', string]>([
    ['GET', '/api/v1/admin/users'],
    ['PATCH', '/api/v1/admin/users/usr_x'],
    ['GET', '/api/v1/admin/web-sessions'],
    ['DELETE', '/api/v1/admin/web-sessions/web_x'],
    ['POST', '/api/v1/admin/sign-in-links'],
  ])('%s %s', async (method, path) => {
    expect(refusal(await nurse.send(method, path))).toEqual([403, 'forbidden']);
    expect(refusal(await fixture.browser().send(method, path))).toEqual([401, 'unauthenticated']);
  });
});
