import { describe, expect, it } from 'vitest';
import { closers, expectRefused, me, withProvider } from '../support/clinic-service.ts';
import { asSecret, type Lies, lyingProvider } from '../support/lying-provider.ts';
import { NetworkBrowser } from '../support/network-browser.ts';

const hour = 3_600;
const seconds = () => Math.floor(Date.now() / 1000);

/** A service whose people come from a provider that lies; everybody may come in, and the chief is an admin. */
async function signingIn(lies: Lies) {
  const provider = await lyingProvider();
  closers.push(provider.stop);
  provider.tell(lies);
  const service = await withProvider(provider.issuer, {
    adminLogins: ['chief@example.com', 'chief'],
    allowedLogins: ['*'],
  });
  return { service, browser: new NetworkBrowser() };
}

describe('a provider that lies signs nobody in (design D40)', () => {
  it.each<[string, Lies, string]>([
    ['without a signature', { header: { alg: 'none' }, signature: () => '' }, 'token_invalid'],
    ['with an empty signature', { signature: () => '' }, 'token_invalid'],
    [
      'signed with the public key as a secret',
      { header: { alg: 'HS256' }, signature: asSecret },
      'token_invalid',
    ],
    [
      'with an algorithm that it announces, and no signature',
      {
        header: { alg: 'none' },
        signature: () => '',
        discovery: { id_token_signing_alg_values_supported: ['none'] },
      },
      'token_invalid',
    ],
    ['with a key of its own in its header', { header: { kid: 'other' } }, 'token_invalid'],
    ['for another client', { claims: { aud: 'another' } }, 'token_invalid'],
    [
      'for two clients, issued to the other',
      { claims: { aud: ['svc', 'b'], azp: 'b' } },
      'token_invalid',
    ],
    ['of another issuer', { claims: { iss: 'https://id.example.com' } }, 'token_invalid'],
    ['that is over', { claims: { exp: seconds() - hour } }, 'token_invalid'],
    ['that is not valid yet', { claims: { nbf: seconds() + hour } }, 'token_invalid'],
    ['without an end', { claims: { exp: undefined } }, 'token_invalid'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'nonce_mismatch'],
    ['without a nonce', { claims: { nonce: undefined } }, 'token_invalid'],
    ['without a subject', { claims: { sub: undefined } }, 'token_invalid'],
    ['with an empty subject', { claims: { sub: '' } }, 'token_invalid'],
    ['with a subject longer than any', { claims: { sub: 'x'.repeat(256) } }, 'token_invalid'],
    ['with a number as its subject', { claims: { sub: 1 } }, 'token_invalid'],
    ['that is missing', { tokens: { id_token: undefined } }, 'token_invalid'],
    ['that is no token', { tokens: { id_token: 'a.b' } }, 'token_invalid'],
    ['whose user info is of another person', { userInfo: { sub: 'chief' } }, 'token_invalid'],
  ])('by a token %s', async (_what, lies, reason) => {
    const { service, browser } = await signingIn(lies);
    await expectRefused(service, browser, browser.walk(service.start), [401, reason]);
  });

  it.each<[string, Lies]>([
    ['another issuer', { discovery: { issuer: 'https://id.example.com' } }],
    ['no token endpoint', { discovery: { token_endpoint: undefined } }],
  ])('whose discovery document names %s', async (_what, lies) => {
    const { service, browser } = await signingIn(lies);
    const { response } = await browser.walk(service.start);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await me(service.baseUrl, browser)).toBeUndefined();
  });
});

describe('a provider that answers without an end costs no memory', () => {
  const padding = 'x'.repeat(2 * 1024 * 1024);
  it.each<[string, Lies]>([
    ['its discovery document', { discovery: { padding } }],
    ['its keys', { keys: { padding } }],
    ['its tokens', { tokens: { padding } }],
    ['its user info', { userInfo: { padding } }],
  ])('no more than 1 MiB is read of %s', async (_what, lies) => {
    const { service, browser } = await signingIn(lies);
    await expectRefused(service, browser, browser.walk(service.start), [
      503,
      'provider_unreachable',
    ]);
  });
});

describe('an address counts only where its own source has verified it (decision 0056)', () => {
  const chief = { email: 'chief@example.com' };
  it.each<[string, Lies]>([
    ['false', { claims: { ...chief, email_verified: false } }],
    ['the word false', { claims: { ...chief, email_verified: 'false' } }],
    ['the number 1', { claims: { ...chief, email_verified: 1 } }],
    ['the word TRUE', { claims: { ...chief, email_verified: 'TRUE' } }],
    ['a list', { claims: { ...chief, email_verified: [true] } }],
    ['nothing', { claims: chief }],
    ['true in the user info alone', { claims: chief, userInfo: { email_verified: true } }],
    ['true in the token alone', { claims: { email_verified: true }, userInfo: chief }],
    [
      'true of an address longer than any',
      { claims: { email: `${'x'.repeat(400)}@example.com`, email_verified: true } },
    ],
    ['true of a list of addresses', { claims: { email: [chief.email], email_verified: true } }],
  ])('email_verified is %s', async (_what, lies) => {
    const { service, browser } = await signingIn(lies);
    await browser.walk(service.start);
    expect(await me(service.baseUrl, browser)).toMatchObject({ login: 'subject-1', admin: false });
  });

  it('and of a name no more is kept than a page can show', async () => {
    const { service, browser } = await signingIn({ claims: { name: 'x'.repeat(100_000) } });
    await browser.walk(service.start);
    expect(await me(service.baseUrl, browser)).toMatchObject({ display_name: 'x'.repeat(200) });
  });

  it.each([
    ['ends in the middle of a character', `${'x'.repeat(199)}\u{1f600}`],
    ['holds half of one', 'x\ud800'],
  ])(
    'a name that %s is shown with a sign in its place: no report can hold half',
    async (_, name) => {
      const { service, browser } = await signingIn({ claims: { name } });
      await browser.walk(service.start);
      const { display_name: shown } = (await me(service.baseUrl, browser)) as {
        display_name: string;
      };
      expect([shown.isWellFormed(), shown.length]).toEqual([true, Math.min(name.length, 200)]);
    },
  );

  it('and a subject is a subject, however it is written', async () => {
    for (const sub of ['Chief', 'chief ', 'chief@example.com']) {
      const { service, browser } = await signingIn({ claims: { sub }, userInfo: { sub } });
      await browser.walk(service.start);
      expect(await me(service.baseUrl, browser)).toMatchObject({ login: sub, admin: false });
    }
  });
});
