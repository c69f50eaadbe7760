import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmbeddedIssuer } from '../../server/adapters/oidc/embedded-issuer.ts';
import { expiringStores } from '../../server/adapters/oidc/expiring-store.ts';
import { externalIssuer } from '../../server/adapters/oidc/external-issuer.ts';
import type { HttpDeps } from '../../server/http/deps.ts';
import { CookieJar, startFixture } from '../unit/http/support.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A port of this machine that was free a moment ago: issuers must know their address beforehand. */
async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Follows redirects over the network, with one cookie jar per host as browsers keep them. */
async function follow(start: string, jar = new CookieJar()) {
  const visited = [start];
  for (;;) {
    const url = visited.at(-1) ?? '';
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.header(new URL(url).pathname) },
    });
    jar.take(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location === null || visited.length > 10) return { visited, response, jar };
    visited.push(new URL(location, url).href);
  }
}

/**
 * A clinic's own provider, at its root address: discovery, keys and tokens over HTTP, names only in
 * the user info. It signs everybody in as `subject-1`.
 */
async function startClinicProvider(redirectUri: string, claims: Record<string, unknown>) {
  const port = await freePort();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    adapter: expiringStores(Date.now),
    clients: [{ client_id: 'svc', client_secret: 'known to both', redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' } as never] },
    cookies: { keys: ['of this test'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...claims }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
  });
  const answer = provider.callback();
  const server: Server = createServer((request, response) => {
    void (request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: 'subject-1' } })
      : answer(request, response));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return provider.issuer;
}

async function startService(overrides: (baseUrl: string) => Promise<Partial<HttpDeps>>) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const fixture = await startFixture({ baseUrl, ...(await overrides(baseUrl)) });
  await fixture.app.listen({ host: '127.0.0.1', port });
  closers.push(() => fixture.app.close());
  return { ...fixture, baseUrl };
}

const withClinicProvider = (claims: Record<string, unknown>) =>
  startService(async (baseUrl) => {
    const issuer = await startClinicProvider(`${baseUrl}/api/v1/auth/idp/callback`, claims);
    const client = { clientId: 'svc', clientSecret: 'known to both', baseUrl };
    return { identity: externalIssuer({ issuer, ...client }), signInMethod: 'oidc' };
  });

async function me(baseUrl: string, jar: CookieJar): Promise<unknown> {
  const headers = { cookie: jar.header('/api/v1/me') };
  const { user } = (await (await fetch(`${baseUrl}/api/v1/me`, { headers })).json()) as {
    user: unknown;
  };
  return user;
}

describe('following redirects from /api/v1/auth/idp over the network', () => {
  it('ends signed in at /portal, with the embedded issuer in development', async () => {
    const { baseUrl } = await startService(async (base) => {
      const issuer = createEmbeddedIssuer({ baseUrl: base, devLogin: 'dev' });
      return { identity: issuer.identity, issuer: issuer.handle };
    });
    const { visited, response, jar } = await follow(`${baseUrl}/api/v1/auth/idp`);
    expect([visited.at(-1), response.status]).toEqual([`${baseUrl}/portal`, 200]);
    expect(await me(baseUrl, jar)).toMatchObject({ login: 'dev', admin: true });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'the verified e-mail',
      { email: 'chief@example.com', email_verified: true, name: 'Chief Example' },
      'chief@example.com',
      'Chief Example',
    ],
    [
      'the preferred name, when no e-mail is verified',
      { email: 'chief@example.com', preferred_username: 'nurse' },
      'nurse',
      'nurse',
    ],
    ['the subject, when there is nothing else', {}, 'subject-1', 'subject-1'],
  ])(
    "ends signed in at /portal, with the clinic's own provider, by %s",
    async (_by, claims, login, name) => {
      const { baseUrl, journal } = await withClinicProvider(claims);
      const { visited, response, jar } = await follow(`${baseUrl}/api/v1/auth/idp`);
      expect([visited.at(-1), response.status]).toEqual([`${baseUrl}/portal`, 200]);
      expect(await me(baseUrl, jar)).toMatchObject({ login, display_name: name });
      expect(journal.drafts.at(-1)?.fields).toMatchObject({ method: 'oidc' });
    },
  );

  it('asks for a code with PKCE, state and nonce, back to the exact address', async () => {
    const { baseUrl } = await withClinicProvider({});
    const { headers } = await fetch(`${baseUrl}/api/v1/auth/idp`, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'svc',
      response_type: 'code',
      redirect_uri: `${baseUrl}/api/v1/auth/idp/callback`,
      scope: 'openid profile email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('is an internal error while the provider cannot be reached, and works once it can', async () => {
    const port = await freePort();
    const { baseUrl } = await startService(async (base) => {
      const issuer = `http://127.0.0.1:${port}`;
      return { identity: externalIssuer({ issuer, clientId: 'svc', baseUrl: base }) };
    });
    expect((await fetch(`${baseUrl}/api/v1/auth/idp`)).status).toBe(500);
    const late = createServer((_request, response) => {
      const issuer = `http://127.0.0.1:${port}`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth` }));
    }).listen(port, '127.0.0.1');
    await once(late, 'listening');
    closers.push(async () => {
      late.closeAllConnections();
      late.close();
      await once(late, 'close');
    });
    const { status } = await fetch(`${baseUrl}/api/v1/auth/idp`, { redirect: 'manual' });
    expect(status).toBe(302);
  });
});
