import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clinicProvider } from '../support/clinic-provider.ts';
import {
  callbackOf,
  closers,
  expectRefused,
  me,
  type Started,
  withClinic,
} from '../support/clinic-service.ts';
import { freePort } from '../support/free-port.ts';
import { agreeing, NetworkBrowser } from '../support/network-browser.ts';
import { builtPortal } from '../support/portal/build-portal.ts';
import { startService as startWholeService } from '../support/service.ts';
import { rule } from './rule-book/index.ts';

/** The callback address of a sign-in that the provider has agreed to, not yet visited. */
async function upToCallback({ start }: Started, browser: NetworkBrowser): Promise<URL> {
  const { visited } = await browser.walk(start, { stopAt: '/idp/callback' });
  return new URL(visited.at(-1) ?? '');
}

describe("sign-in at the clinic's own provider (design D40)", () => {
  it('is set up by the environment, and ends signed in at /portal', async () => {
    await builtPortal();
    const port = await freePort();
    const clinic = await clinicProvider({
      redirectUri: callbackOf(`http://127.0.0.1:${port}`),
      claims: (subject) => ({ email: `${subject}@example.com`, email_verified: true }),
    });
    closers.push(clinic.stop);
    const start = (admins: string, dataDir?: string) =>
      startWholeService(
        {
          ...(dataDir === undefined ? {} : { SVC_DATA_DIR: dataDir }),
          SVC_PORT: String(port),
          SVC_IDP_ISSUER: clinic.issuer,
          SVC_IDP_CLIENT_ID: 'svc',
          SVC_IDP_CLIENT_SECRET: 'known to both',
          SVC_ADMIN_LOGINS: admins,
        },
        { cookie: '' },
      );
    const service = await start('someone@example.com, Subject-1@Example.com');
    const browser = new NetworkBrowser();
    const { visited, response } = await browser.walk(`${service.url}/api/v1/auth/idp`);
    expect([visited.at(-1), response.status]).toEqual([`${service.url}/portal`, 200]);
    expect(await me(service.url, browser)).toMatchObject({
      login: 'subject-1@example.com',
      admin: true,
    });
    const events = (await service.records()).filter(({ kind }) => kind === 'login');
    expect(events.map((record) => record['method'])).toEqual(['oidc']);
    expect((await fetch(`${service.url}/idp/auth`)).status).toBe(404);
    await service.close({ keepData: true });
    // Who is taken off the list is out with the next start, whatever cookie they hold.
    const after = await start('someone@example.com', service.dataDir);
    closers.push(() => after.close());
    expect(await me(after.url, browser)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'the verified e-mail',
      { email: 'chief@example.com', email_verified: true, name: 'Chief Example' },
      'chief@example.com',
      'Chief Example',
    ],
    [
      'the e-mail, where the provider writes that it is verified as text',
      { email: 'chief@example.com', email_verified: 'true' },
      'chief@example.com',
      'chief@example.com',
    ],
    [
      'the subject, when no e-mail is verified',
      { email: 'chief@example.com', preferred_username: 'chief@example.com' },
      'subject-1',
      'chief@example.com',
    ],
    ['the subject, when there is nothing else', {}, 'subject-1', 'subject-1'],
  ])('calls people by %s', async (_by, claims, login, name) => {
    const { baseUrl, start } = await withClinic({ claims: () => claims });
    const browser = new NetworkBrowser();
    await browser.walk(start);
    expect(await me(baseUrl, browser)).toMatchObject({ login, display_name: name });
  });

  it(`${rule('GET /api/v1/auth/idp 1')}, for a code with PKCE, state and nonce`, async () => {
    const { baseUrl, start, clinic } = await withClinic();
    const browser = new NetworkBrowser();
    const { visited } = await browser.walk(start);
    const asked = new URL(visited[1] ?? '').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      client_id: 'svc',
      response_type: 'code',
      redirect_uri: callbackOf(baseUrl),
      scope: 'openid profile email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [exchange] = clinic.tokenRequests;
    const verifier = exchange?.['code_verifier'] ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      asked.get('code_challenge'),
    );
    expect(exchange?.['redirect_uri']).toBe(callbackOf(baseUrl));
  });

  it('is new each time: no state, nonce or verifier comes twice', async () => {
    const { start } = await withClinic();
    const begin = async () => {
      const { headers } = await fetch(start, { redirect: 'manual' });
      const asked = new URL(headers.get('location') ?? '').searchParams;
      return ['state', 'nonce', 'code_challenge'].map((name) => asked.get(name));
    };
    expect(new Set([...(await begin()), ...(await begin())]).size).toBe(6);
  });

  it('gives the secret in the form at a provider that takes it there only', async () => {
    const { baseUrl, start } = await withClinic({ secretIn: 'client_secret_post' });
    const browser = new NetworkBrowser();
    await browser.walk(start);
    expect(await me(baseUrl, browser)).toMatchObject({ login: 'subject-1' });
  });
});

describe('a sign-in is refused, and its reason is on record', () => {
  it('with another state', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const callback = await upToCallback(service, browser);
    callback.searchParams.set('state', 'A'.repeat(43));
    const walk = browser.walk(callback.href);
    await expectRefused(service, browser, walk, [401, 'state_mismatch']);
    expect(service.clinic.tokenRequests).toEqual([]);
  });

  it('with an answer that was already used', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const callback = await upToCallback(service, browser);
    const thief = new NetworkBrowser();
    await browser.walk(callback.href);
    await expectRefused(service, thief, thief.walk(callback.href), [401, 'no_sign_in_pending']);
  });

  it('with a code that was already used', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const used = await upToCallback(service, browser);
    await browser.walk(used.href);
    const thief = new NetworkBrowser();
    const fresh = await upToCallback(service, thief);
    fresh.searchParams.set('code', used.searchParams.get('code') ?? '');
    await expectRefused(service, thief, thief.walk(fresh.href), [401, 'code_refused']);
  });

  it('with the code of another browser: PKCE ties it to the one that began', async () => {
    const service = await withClinic();
    const victim = await upToCallback(service, new NetworkBrowser());
    const thief = new NetworkBrowser();
    const own = await upToCallback(service, thief);
    own.searchParams.set('code', victim.searchParams.get('code') ?? '');
    await expectRefused(service, thief, thief.walk(own.href), [401, 'code_refused']);
  });

  it('with another nonce', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const { visited } = await browser.walk(service.start, { stopAt: '/auth?' });
    const authorize = new URL(visited.at(-1) ?? '');
    authorize.searchParams.set('nonce', 'A'.repeat(43));
    await expectRefused(service, browser, browser.walk(authorize.href), [401, 'nonce_mismatch']);
  });

  it('with an ID token that another key signed', async () => {
    const service = await withClinic();
    service.clinic.publishAnotherKey();
    const browser = new NetworkBrowser();
    await expectRefused(service, browser, browser.walk(service.start), [401, 'token_invalid']);
  });

  it('when the person does not agree', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const walk = browser.walk(service.start, {
      fillIn: (prompt) => (prompt === 'consent' ? { choice: 'cancel' } : agreeing(prompt)),
    });
    await expectRefused(service, browser, walk, [401, 'provider_error']);
  });

  it('when the provider does not accept our secret', async () => {
    const service = await withClinic({ secret: 'known to nobody' });
    const browser = new NetworkBrowser();
    await expectRefused(service, browser, browser.walk(service.start), [500, 'client_refused']);
  });

  it('when the provider is gone before the code is exchanged', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const callback = await upToCallback(service, browser);
    await service.clinic.stop();
    const walk = browser.walk(callback.href);
    await expectRefused(service, browser, walk, [503, 'provider_unreachable']);
  });

  it('when the provider cannot be reached, until it can', async () => {
    const service = await withClinic();
    await service.clinic.stop();
    const browser = new NetworkBrowser();
    const walk = browser.walk(service.start);
    await expectRefused(service, browser, walk, [503, 'provider_unreachable']);
    await service.clinic.start();
    await browser.walk(service.start);
    expect(await me(service.baseUrl, browser)).toMatchObject({ login: 'subject-1' });
  });

  it('when the provider takes the connection and never answers', async () => {
    const port = await freePort();
    const silent = createServer(() => undefined).listen(port, '127.0.0.1');
    closers.push(async () => silent.close());
    const service = await startWholeService(
      {
        SVC_IDP_ISSUER: `http://127.0.0.1:${port}`,
        SVC_IDP_CLIENT_ID: 'svc',
        SVC_IDP_CLIENT_SECRET: 'known to both',
        SVC_ADMIN_LOGINS: 'chief@example.com',
      },
      { cookie: '' },
    );
    closers.push(() => service.close());
    const response = await fetch(`${service.url}/api/v1/auth/idp`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: 'sign_in_unavailable' } });
  });

  it('by the provider itself, with a callback at another address', async () => {
    const service = await withClinic();
    const browser = new NetworkBrowser();
    const { visited } = await browser.walk(service.start, { stopAt: '/auth?' });
    const authorize = new URL(visited.at(-1) ?? '');
    authorize.searchParams.set('redirect_uri', `${service.baseUrl}/portal`);
    const { response, visited: further } = await browser.walk(authorize.href);
    expect([response.status, further]).toEqual([400, [authorize.href]]);
  });

  it('in the envelope for a caller that does not ask for a page', async () => {
    const { start, clinic } = await withClinic();
    await clinic.stop();
    const response = await fetch(start);
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        error: {
          code: 'sign_in_unavailable',
          message: 'the identity provider cannot be reached',
          request_id: response.headers.get('x-request-id'),
        },
      },
    ]);
  });
});
