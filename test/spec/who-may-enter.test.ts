import { describe, expect, it } from 'vitest';
import { expectRefused, me, type Started, withClinic } from '../support/clinic-service.ts';
import { agreeingAs, NetworkBrowser } from '../support/network-browser.ts';

describe('people are known by issuer and subject (decision 0056)', () => {
  const boss = { email: 'boss@clinic.example', email_verified: true };
  const userAs = async ({ baseUrl, start }: Started, subject: string) => {
    const browser = new NetworkBrowser();
    await browser.walk(start, { fillIn: agreeingAs(subject) });
    return me(baseUrl, browser);
  };

  it.each<[string, Record<string, unknown>]>([
    ['preferred_username', { preferred_username: 'boss@clinic.example' }],
    ['an unverified e-mail', { email: 'boss@clinic.example', email_verified: false }],
    ['an e-mail without a word on its verification', { email: 'boss@clinic.example' }],
    ['a name', { name: 'boss@clinic.example' }],
  ])('no one becomes the admin by %s', async (_by, claims) => {
    const service = await withClinic({
      adminLogins: ['boss@clinic.example'],
      claims: (subject) => (subject === 'boss' ? boss : claims),
    });
    const stranger = await userAs(service, 'stranger');
    expect(stranger).toMatchObject({ login: 'stranger', admin: false });
    const real = await userAs(service, 'boss');
    expect(real).toMatchObject({ login: 'boss@clinic.example', admin: true });
    expect(real?.['id']).not.toBe(stranger?.['id']);
  });

  it('who is first on a fresh installation is no admin', async () => {
    const service = await withClinic({ adminLogins: ['boss@clinic.example'] });
    expect(await userAs(service, 'stranger')).toMatchObject({ admin: false });
  });

  it('a person keeps their record when the address changes, and the next who has it gets another', async () => {
    const addresses = new Map([['ana', 'ana@clinic.example']]);
    const service = await withClinic({
      claims: (subject) => ({ email: addresses.get(subject), email_verified: true }),
    });
    const before = await userAs(service, 'ana');
    addresses.set('ana', 'ana.lopez@clinic.example').set('heir', 'ana@clinic.example');
    expect(await userAs(service, 'ana')).toEqual({
      ...before,
      login: 'ana.lopez@clinic.example',
      display_name: 'ana.lopez@clinic.example',
    });
    expect((await userAs(service, 'heir'))?.['id']).not.toBe(before?.['id']);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['an address', 'ana@clinic.example', { email: 'Ana@Clinic.Example', email_verified: true }],
    ['a domain', '@clinic.example', { email: 'ana@clinic.example', email_verified: true }],
    ['a subject', 'subject-1', {}],
    ['everybody', '*', {}],
  ])('SVC_ALLOWED_LOGINS lets in by %s', async (_by, allowed, claims) => {
    const service = await withClinic({ allowedLogins: [allowed], claims: () => claims });
    expect(await userAs(service, 'subject-1')).toMatchObject({ admin: false });
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing known', {}],
    ['another address', { email: 'eve@clinic.example.org', email_verified: true }],
    ['a domain that ends alike', { email: 'eve@evil-clinic.example', email_verified: true }],
    ['a listed address that is not verified', { email: 'ana@clinic.example' }],
    ['a listed address as their name', { preferred_username: 'ana@clinic.example' }],
  ])('anybody else of the issuer gets a page with 403: %s', async (_who, claims) => {
    const allowedLogins = ['ana@clinic.example', '@clinic.example'];
    const service = await withClinic({ allowedLogins, claims: () => claims });
    const browser = new NetworkBrowser();
    const walk = browser.walk(service.start);
    await expectRefused(service, browser, walk, [403, 'not_allowed']);
    const { body } = await walk;
    expect(body).toContain('SVC_ALLOWED_LOGINS');
    expect(body).toContain(String(claims['email_verified'] ? claims['email'] : 'subject-1'));
    expect(await service.deps.users.count()).toBe(0);
  });
});
