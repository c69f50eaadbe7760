import { afterAll, expect, it } from 'vitest';
import { externalIssuer } from '../../server/adapters/oidc/external-issuer.ts';
import { type ClinicProvider, clinicProvider } from '../support/clinic-provider.ts';
import { freePort } from '../support/free-port.ts';
import { NetworkBrowser } from '../support/network-browser.ts';
import { startFixture } from '../unit/http/support.ts';

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

async function replica(baseUrl: string, { issuer }: ClinicProvider) {
  const client = { clientId: 'svc', clientSecret: 'known to both', baseUrl };
  const { app } = await startFixture({
    baseUrl,
    identity: externalIssuer({ issuer, ...client }),
    signInMethod: 'oidc',
    allowedLogins: ['*'],
  });
  closers.push(() => app.close());
  return app;
}

it('a sign-in that begins at one replica ends at another (design D40)', async () => {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const redirectUri = `${baseUrl}/api/v1/auth/idp/callback`;
  const clinic = await clinicProvider({ redirectUri });
  closers.push(clinic.stop);
  const [first, second] = [await replica(baseUrl, clinic), await replica(baseUrl, clinic)];
  await first.listen({ host: '127.0.0.1', port });
  const browser = new NetworkBrowser();
  const { visited } = await browser.walk(`${baseUrl}/api/v1/auth/idp`, {
    stopAt: '/idp/callback',
  });
  const { pathname, search } = new URL(visited.at(-1) ?? '');
  const { statusCode, headers } = await second.inject({
    url: `${pathname}${search}`,
    headers: { cookie: browser.jar(baseUrl).header(pathname), host: `127.0.0.1:${port}` },
  });
  expect([statusCode, headers.location]).toEqual([302, '/portal']);
});
