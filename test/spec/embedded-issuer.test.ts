import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedIssuer } from '../../server/adapters/oidc/embedded-issuer.ts';
import { memoryTickets } from '../support/memory/tickets.ts';
import { baseUrl, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.app.close());

describe('the one-time link of the embedded issuer (design D40)', () => {
  it('works once', async () => {
    const link = fixture.issuer.createSignInLink();
    await fixture.browser().follow(link);
    const second = fixture.browser();
    const { response } = await second.follow(link);
    expect(response.body).toContain('This link was already used');
    expect(second.jar.get('svc_session')).toBeUndefined();
  });

  it('works for 15 minutes', async () => {
    const time = { now: Date.now() };
    const issuer = createEmbeddedIssuer({
      baseUrl,
      ticketStore: memoryTickets(),
      now: () => time.now,
    });
    const own = await startFixture({ identity: issuer.identity, issuer });
    const link = issuer.createSignInLink();
    time.now += 15 * 60_000;
    const browser = own.browser();
    const { response } = await browser.follow(link);
    expect(response.body).toContain('This link was already used');
    expect(response.body).toContain('svc sign-in-link');
    expect(browser.jar.get('svc_session')).toBeUndefined();
    await own.app.close();
  });

  it('signs in the person whom it names, in development too', async () => {
    const issuer = createEmbeddedIssuer({
      baseUrl,
      ticketStore: memoryTickets(),
      devLogin: 'dev',
    });
    const own = await startFixture({ identity: issuer.identity, issuer });
    const logins = ['/api/v1/auth/idp', issuer.createSignInLink('nurse@example.com')].map(
      async (start) => {
        const browser = own.browser();
        await browser.follow(start);
        return (await browser.get('/api/v1/me')).json().user.login;
      },
    );
    expect(await Promise.all(logins)).toEqual(['dev', 'nurse@example.com']);
    await own.app.close();
  });

  it('is not replaced by an earlier sign-in of the same browser', async () => {
    const browser = await fixture.signIn('nurse@example.com');
    await browser.post('/api/v1/auth/logout');
    const { response } = await browser.follow('/api/v1/auth/idp');
    expect(response.body).toContain('one-time sign-in link');
    expect(browser.jar.get('svc_session')).toBeUndefined();
  });

  it('can be typed in as its code', async () => {
    const browser = fixture.browser();
    const { visited } = await browser.follow('/api/v1/auth/idp');
    const page = visited.at(-1) ?? '';
    const form = (ticket: string) =>
      browser.send('POST', page, {
        payload: new URLSearchParams({ ticket }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl },
      });
    expect((await form('not a code')).body).toContain('That code is not valid');
    const ticket = fixture.issuer.createSignInLink().split('ticket=')[1] ?? '';
    const accepted = await form(ticket);
    expect(accepted.statusCode).toBe(303);
    await browser.follow(String(accepted.headers.location));
    expect((await browser.get('/api/v1/me')).json().user.login).toBe('owner');
  });

  it('is called for when somebody wants in and none is outstanding', async () => {
    const links: string[] = [];
    const issuer = createEmbeddedIssuer({
      baseUrl,
      ticketStore: memoryTickets(),
      onLinkNeeded: (link) => links.push(link),
    });
    const asked = await startFixture({ identity: issuer.identity, issuer });
    const browser = asked.browser();
    await browser.follow('/api/v1/auth/idp');
    await asked.browser().follow('/api/v1/auth/idp');
    expect(links).toHaveLength(1);
    await browser.follow(links[0] ?? '');
    expect((await browser.get('/api/v1/me')).statusCode).toBe(200);
    await asked.app.close();
  });

  it('serves the person who finishes first, and the journal records the other', async () => {
    let refused = 0;
    const issuer = createEmbeddedIssuer({
      baseUrl,
      ticketStore: memoryTickets(),
      onTicketRefused: async () => {
        refused += 1;
      },
    });
    const own = await startFixture({ identity: issuer.identity, issuer });
    const link = issuer.createSignInLink();
    const [first, second] = [own.browser(), own.browser()];
    await first.follow(link, { stopAt: '/idp/auth' });
    await second.follow(link);
    await first.follow('/api/v1/auth/idp');
    const signedIn = [first, second].map((browser) => browser.jar.get('svc_session') !== undefined);
    expect([signedIn, refused]).toEqual([[false, true], 1]);
    await own.app.close();
  });

  it.each([
    '/idp/token',
    '/idp/jwks',
    '/idp/reg',
    '/idp/me',
    '/idp/session/end',
    '/idp/.well-known/openid-configuration',
    '/idp/interaction/made-up',
    '/idp/auth/made-up',
    '/idp/',
  ])('%s is for this process alone', async (path) => {
    const browser = fixture.browser();
    expect((await browser.get(path)).statusCode).toBe(404);
    expect((await browser.post(path)).statusCode).toBe(404);
  });

  it('gives a code to the browser that began the sign-in, for one use', async () => {
    const [own, other] = [fixture.browser(), fixture.browser()];
    const link = fixture.issuer.createSignInLink();
    const { visited } = await own.follow(link, { stopAt: '/idp/callback' });
    const callback = new URL(visited.at(-1) ?? '', baseUrl);
    const begun = await other.get('/api/v1/auth/idp');
    const asked = new URL(String(begun.headers.location)).searchParams;
    const stolen = new URLSearchParams({
      code: callback.searchParams.get('code') ?? '',
      state: asked.get('state') ?? '',
    });
    expect((await other.get(`${callback.pathname}?${stolen}`)).statusCode).toBe(401);
    expect((await own.get(callback.pathname + callback.search)).statusCode).toBe(401);
    expect([own, other].map(({ jar }) => jar.get('svc_session'))).toEqual([undefined, undefined]);
  });

  it('gives a code that is valid for a minute', async () => {
    const time = { now: Date.now() };
    const ticketStore = memoryTickets();
    const issuer = createEmbeddedIssuer({ baseUrl, ticketStore, now: () => time.now });
    const own = await startFixture({ identity: issuer.identity, issuer });
    const browser = own.browser();
    const options = { stopAt: '/idp/callback' };
    const { visited } = await browser.follow(issuer.createSignInLink(), options);
    const callback = new URL(visited.at(-1) ?? '', baseUrl);
    time.now += 60_000;
    expect((await browser.get(callback.pathname + callback.search)).statusCode).toBe(401);
    await own.app.close();
  });

  it('ends on a plain page when its state is gone', async () => {
    const { statusCode, body, headers } = await fixture.browser().get('/idp/auth?state=made-up');
    expect([statusCode, body]).toEqual([
      400,
      `This sign-in is no longer valid. Start again at ${baseUrl}/portal`,
    ]);
    expect(headers['x-request-id']).toMatch(/^req_/);
  });
});

describe('SVC_DEV on loopback', () => {
  const dev = async (base: string) => {
    const issuer = createEmbeddedIssuer({
      baseUrl: base,
      ticketStore: memoryTickets(),
      devLogin: 'dev',
    });
    return startFixture({ baseUrl: base, identity: issuer.identity, issuer });
  };

  it('signs in dev, an admin, by following redirects', async () => {
    const { app, browser } = await dev(baseUrl);
    const tab = browser();
    expect((await tab.follow('/api/v1/auth/idp')).response.statusCode).toBe(200);
    expect((await tab.get('/api/v1/me')).json().user).toMatchObject({ login: 'dev', admin: true });
    await app.close();
  });

  it('does not under a public base URL', async () => {
    const { app, browser } = await dev('https://phi.example.com');
    const tab = browser();
    const { response } = await tab.follow('/api/v1/auth/idp');
    expect(tab.jar.get('svc_session')).toBeUndefined();
    expect(response.body).toContain('one-time sign-in link');
    await app.close();
  });

  it('does not for a connection from elsewhere, or one that a proxy forwarded', async () => {
    const { app, browser } = await dev(baseUrl);
    for (const elsewhere of [
      { remoteAddress: '192.0.2.7' },
      { headers: { 'x-forwarded-for': '192.0.2.7' } },
    ]) {
      const tab = browser();
      const { visited } = await tab.follow('/api/v1/auth/idp', elsewhere);
      expect(visited.some((url) => url.includes('/callback'))).toBe(false);
    }
    await app.close();
  });
});
