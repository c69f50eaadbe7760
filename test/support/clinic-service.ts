import { afterEach, expect } from 'vitest';
import { externalIssuer } from '../../server/adapters/oidc/external-issuer.ts';
import type { HttpDeps } from '../../server/http/server/deps.ts';
import { startFixture } from '../unit/http/support.ts';
import {
  type ClinicProvider,
  type ClinicProviderOptions,
  clinicProvider,
} from './clinic-provider.ts';
import { freePort } from './free-port.ts';
import type { NetworkBrowser } from './network-browser.ts';

/** Closed after each test of the file. */
export const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

export const callbackOf = (baseUrl: string) => `${baseUrl}/api/v1/auth/idp/callback`;

/** The HTTP layer on a port of its own, with its base URL known beforehand. */
async function startService(overrides: (baseUrl: string) => Promise<Partial<HttpDeps>>) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const fixture = await startFixture({ baseUrl, ...(await overrides(baseUrl)) });
  await fixture.app.listen({ host: '127.0.0.1', port });
  closers.push(() => fixture.app.close());
  return { ...fixture, baseUrl, start: `${baseUrl}/api/v1/auth/idp` };
}

interface ClinicOptions extends Partial<ClinicProviderOptions> {
  /** What the service believes theirs to be. */
  readonly secret?: string;
  readonly adminLogins?: readonly string[];
  readonly allowedLogins?: readonly string[];
}

/** A service and a clinic's provider, whose people may all come in unless others are named. */
export async function withClinic({
  secret = 'known to both',
  adminLogins = [],
  allowedLogins = ['*'],
  ...options
}: ClinicOptions = {}) {
  let clinic: ClinicProvider | undefined;
  const service = await startService(async (baseUrl) => {
    clinic = await clinicProvider({ redirectUri: callbackOf(baseUrl), ...options });
    closers.push(clinic.stop);
    const client = { clientId: 'svc', clientSecret: secret, baseUrl };
    return {
      identity: externalIssuer({ issuer: clinic.issuer, ...client }),
      signInMethod: 'oidc',
      adminLogins,
      allowedLogins,
    };
  });
  if (clinic === undefined) throw new Error('no provider was started');
  return { ...service, clinic };
}

export type Started = Awaited<ReturnType<typeof startService>>;

/** A service whose people come from the provider at `issuer`. */
export function withProvider(
  issuer: string,
  rules: Pick<HttpDeps, 'adminLogins' | 'allowedLogins'>,
): Promise<Started> {
  return startService(async (baseUrl) => ({
    identity: externalIssuer({ issuer, clientId: 'svc', clientSecret: 'known to both', baseUrl }),
    signInMethod: 'oidc',
    ...rules,
  }));
}

/** The user who is signed in at this browser. */
export async function me(baseUrl: string, browser: NetworkBrowser) {
  const headers = { cookie: browser.jar(baseUrl).header('/api/v1/me') };
  const response = await fetch(`${baseUrl}/api/v1/me`, { headers });
  return ((await response.json()) as { user?: Record<string, unknown> }).user;
}

const lastReason = ({ journal }: Pick<Started, 'journal'>) => {
  const { kind, fields } = journal.drafts.at(-1) ?? {};
  return kind === 'login_failed' ? fields : kind;
};

export async function expectRefused(
  service: Started,
  browser: NetworkBrowser,
  walk: Promise<{ response: Response; body: string }>,
  [status, reason]: readonly [number, string],
): Promise<void> {
  const { response, body } = await walk;
  expect([response.status, lastReason(service)]).toEqual([status, { reason }]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(body).toContain('Sign-in failed');
  expect(body).toContain(String(response.headers.get('x-request-id')));
  expect(browser.jar(service.baseUrl).get('svc_session')).toBeUndefined();
}
