import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { baseUrl, type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

const day = 86_400_000;
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ adminLogins: ['chief@example.com'] });
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.drafts.length = 0;
  fixture.journal.broken = false;
});

const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []].flat().find((line) => String(line).startsWith('svc_session='));

describe(rule('Authentication 3'), () => {
  it(`${rule('Web session lifecycle 1')}; ${rule('GET /api/v1/auth/idp/callback 1')}`, async () => {
    const browser = fixture.browser();
    const { visited, response } = await browser.follow(fixture.issuer.createSignInLink());
    const paths = visited.map((url) => new URL(url, baseUrl).pathname.replace(/[\w-]{43}$/, '*'));
    expect(paths).toEqual([
      '/idp/sign-in',
      '/api/v1/auth/idp',
      '/idp/auth',
      '/api/v1/auth/idp/callback',
      '/portal',
    ]);
    expect(response.statusCode).toBe(200);
    expect(browser.jar.get('svc_session')).toMatch(/^[\w-]{43}$/);
  });

  it(`${rule('Web session lifecycle 2')}, as the table says`, async () => {
    const browser = await fixture.signIn('nurse@example.com');
    const { headers } = await browser.get('/api/v1/me');
    expect(cookieOf(headers)).toBe(
      `svc_session=${browser.jar.get('svc_session')}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it(rule('Web session lifecycle 4'), async () => {
    const browser = await fixture.signIn('nurse@example.com');
    fixture.time.now += 29 * day;
    expect((await browser.get('/api/v1/me')).statusCode).toBe(200);
    fixture.time.now += 29 * day;
    expect((await browser.get('/api/v1/me')).statusCode).toBe(200);
    fixture.time.now += 30 * day + 1;
    const expired = await browser.get('/api/v1/me');
    expect([expired.statusCode, expired.json().error.code]).toEqual([401, 'unauthenticated']);
  });

  it('changes at sign-in, and the value the browser brought along is dead', async () => {
    const browser = await fixture.signIn('nurse@example.com');
    const first = browser.jar.get('svc_session') ?? '';
    await browser.follow(fixture.issuer.createSignInLink('nurse@example.com'));
    expect(browser.jar.get('svc_session')).not.toBe(first);
    const thief = fixture.browser();
    thief.jar.set('svc_session', first);
    expect((await thief.get('/api/v1/me')).statusCode).toBe(401);
  });

  it('is never one that was planted in the browser before', async () => {
    const planted = [
      'A'.repeat(43),
      (await fixture.signIn('mallory@example.com')).jar.get('svc_session') ?? '',
    ];
    for (const value of planted) {
      const victim = fixture.browser();
      victim.jar.set('svc_session', value);
      await victim.follow(fixture.issuer.createSignInLink('nurse@example.com'));
      expect((await victim.get('/api/v1/me')).json().user.login).toBe('nurse@example.com');
      const attacker = fixture.browser();
      attacker.jar.set('svc_session', value);
      expect((await attacker.get('/api/v1/me')).statusCode).toBe(401);
    }
  });

  it.each(['', 'x', 'A'.repeat(43), '%00', `${'A'.repeat(42)}=`])(
    'the session cookie %j is refused',
    async (value) => {
      const browser = fixture.browser();
      browser.jar.set('svc_session', value);
      expect((await browser.get('/api/v1/me')).statusCode).toBe(401);
    },
  );
});

describe(rule('POST /api/v1/auth/logout 1'), () => {
  it(rule('Web session lifecycle 3'), async () => {
    const browser = await fixture.signIn('nurse@example.com');
    const value = browser.jar.get('svc_session') ?? '';
    const { statusCode, body, headers } = await browser.post('/api/v1/auth/logout');
    expect([statusCode, body]).toEqual([204, '']);
    expect(cookieOf(headers)).toMatch(
      /^svc_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    expect(browser.jar.get('svc_session')).toBeUndefined();
    browser.jar.set('svc_session', value);
    expect((await browser.get('/api/v1/me')).statusCode).toBe(401);
  });

  it('needs a session', async () => {
    expect((await fixture.browser().post('/api/v1/auth/logout')).statusCode).toBe(401);
  });
});

describe('who is an admin (design D40)', () => {
  const admins = async (adminLogins: readonly string[], logins: readonly string[]) => {
    const fresh = await startFixture({ adminLogins });
    const found = [];
    for (const login of logins) {
      const { user } = (await (await fresh.signIn(login)).get('/api/v1/me')).json();
      expect(user).toMatchObject({ login, display_name: login });
      if (user.admin) found.push(login);
    }
    await fresh.app.close();
    return found;
  };

  it('only the first user of a fresh installation is an admin', async () => {
    expect(await admins([], ['first@example.com', 'second@example.com'])).toEqual([
      'first@example.com',
    ]);
  });

  it('where admins are named they alone, so that the first is none', async () => {
    const people = ['first@example.com', 'Chief@example.com', 'owner', 'second'];
    expect(await admins(['chief@example.com', 'second'], people)).toEqual([
      'Chief@example.com',
      'second',
    ]);
  });
});

describe('sign-ins are on record', () => {
  it('login, logout and failed attempts, by user id and reason', async () => {
    const browser = await fixture.signIn('nurse@example.com');
    const { id } = (await browser.get('/api/v1/me')).json().user;
    await browser.post('/api/v1/auth/logout');
    await browser.get('/api/v1/auth/idp/callback?code=made-up&state=made-up');
    expect(fixture.journal.drafts.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['login', { actor: id, method: 'embedded' }],
      ['logout', { actor: id }],
      ['login_failed', { reason: 'no_sign_in_pending' }],
    ]);
  });

  it('a sign-in that cannot be recorded is refused', async () => {
    fixture.journal.broken = true;
    const browser = fixture.browser();
    const { response } = await browser.follow(fixture.issuer.createSignInLink());
    expect([response.statusCode, response.json().error.code]).toEqual([503, 'AuditUnavailable']);
    expect(browser.jar.get('svc_session')).toBeUndefined();
  });
});

describe('a callback is refused', () => {
  const begin = async () => {
    const browser = fixture.browser();
    const { headers } = await browser.get('/api/v1/auth/idp');
    return { browser, state: new URL(String(headers.location)).searchParams.get('state') };
  };

  it('with another state, and then even with the right one', async () => {
    const { browser, state } = await begin();
    const wrong = await browser.get('/api/v1/auth/idp/callback?code=made-up&state=other');
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([401, 'unauthenticated']);
    const again = await browser.get(`/api/v1/auth/idp/callback?code=made-up&state=${state}`);
    expect(again.statusCode).toBe(401);
    expect(fixture.journal.drafts.map(({ fields }) => fields)).toEqual([
      { reason: 'state_mismatch' },
      { reason: 'no_sign_in_pending' },
    ]);
  });

  it('in another browser than the one that began', async () => {
    const link = fixture.issuer.createSignInLink();
    const victim = fixture.browser();
    const attacker = fixture.browser();
    const { visited } = await attacker.follow(link, { stopAt: '/callback' });
    await victim.get('/api/v1/auth/idp');
    expect((await victim.get(visited.at(-1) ?? '')).statusCode).toBe(401);
    expect(victim.jar.get('svc_session')).toBeUndefined();
  });

  it('10 minutes after it began', async () => {
    const { browser, state } = await begin();
    fixture.time.now += 600_001;
    await browser.get(`/api/v1/auth/idp/callback?code=made-up&state=${state}`);
    expect(fixture.journal.drafts.at(-1)?.fields).toEqual({ reason: 'no_sign_in_pending' });
  });

  it('when the provider reports an error', async () => {
    const { browser, state } = await begin();
    const { statusCode } = await browser.get(
      `/api/v1/auth/idp/callback?error=access_denied&state=${state}`,
    );
    expect(statusCode).toBe(401);
  });
});

describe('a sign-in begun under another loopback name', () => {
  it('moves to the base URL first, where its cookie will be wanted', async () => {
    const { headers } = await fixture
      .browser()
      .send('GET', '/api/v1/auth/idp', { headers: { host: 'localhost:8787' } });
    expect(headers.location).toBe(`${baseUrl}/api/v1/auth/idp`);
  });
});
