import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const limits = { provider_failures: 3, provider_minutes: 5, disk_low_mb: 2_000 };
const mailServer = {
  host: 'mail.clinic.example.com',
  port: 587,
  security: 'starttls',
  user: 'alerts',
  from: 'alerts@clinic.example.com',
};
const mailRule = {
  name: 'Privacy officer',
  enabled: true,
  kinds: ['may_have_been_sent'],
  quiet_minutes: 1,
  channel: { kind: 'email', to: ['privacy@clinic.example.com'] },
};
const hookRule = { ...mailRule, channel: { kind: 'webhook', url: 'https://hooks.example.com/in' } };
const base = '/api/v1/settings/alerts';

let fixture: Fixture;
let owner: Browser;
let nurse: Browser;
let technician: Browser;

beforeAll(async () => {
  fixture = await startFixture();
  owner = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  technician = await fixture.signIn('it@example.com');
  const { id } = (await technician.get('/api/v1/me')).json().user;
  await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role: 'it' } });
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.drafts.length = 0;
  fixture.journal.broken = false;
  fixture.sender.refuses = undefined;
});

const put = (payload: object) => owner.send('PUT', base, { payload });
const add = (payload: object) => owner.send('POST', `${base}/rules`, { payload });
const settings = async () => (await owner.get(base)).json();

describe('the settings of alerts', () => {
  it('are for admins', async () => {
    for (const path of [base, '/api/v1/alerts']) {
      expect((await nurse.get(path)).statusCode).toBe(403);
    }
  });

  it('keep the password of the mail server, and show only that there is one', async () => {
    const password = 'not-to-be-shown';
    await put({ mail_server: { ...mailServer, password }, ...limits });
    const { body } = await put({ mail_server: mailServer, ...limits, disk_low_mb: 500 });
    expect(JSON.parse(body)).toMatchObject({
      mail_server: { ...mailServer, password_set: true },
      disk_low_mb: 500,
    });
    expect(body + JSON.stringify(fixture.journal.drafts)).not.toContain(password);
    expect(fixture.journal.drafts[0]?.kind).toBe('settings_changed');
  });

  it('forget the password when the mail server becomes another one', async () => {
    await put({ mail_server: { ...mailServer, password: 'x' }, ...limits });
    await put({ mail_server: { ...mailServer, host: 'other.example.com' }, ...limits });
    expect((await settings()).mail_server.password_set).toBe(false);
  });

  it.each([
    { mail_server: { ...mailServer, security: 'none' } },
    { mail_server: { ...mailServer, port: 0 } },
    { mail_server: { ...mailServer, host: 'a b' } },
    { disk_low_mb: 0 },
  ])('refuse %j', async (change) => {
    expect((await put({ mail_server: null, ...limits, ...change })).statusCode).toBe(422);
  });
});

describe('a rule', () => {
  it('of a webhook shows its secret once, and another when the address changes', async () => {
    const added = (await add(hookRule)).json();
    expect(added.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await settings())).not.toContain('whsec_');
    const url = `${base}/rules/${added.rule.id}`;
    const same = await owner.send('PUT', url, { payload: { ...hookRule, name: 'Desk' } });
    expect(same.json()).toEqual({ rule: { ...hookRule, id: added.rule.id, name: 'Desk' } });
    const channel = { kind: 'webhook', url: 'https://hooks.example.com/other' };
    const moved = await owner.send('PUT', url, { payload: { ...hookRule, channel } });
    expect(moved.json().webhook_secret).toMatch(/^whsec_/);
    expect(moved.json().webhook_secret).not.toBe(added.webhook_secret);
    expect((await owner.send('DELETE', url)).statusCode).toBe(204);
    expect((await owner.send('DELETE', url)).statusCode).toBe(404);
  });

  it('is not kept when the change cannot be journalled', async () => {
    const before = await settings();
    fixture.journal.broken = true;
    expect((await add(mailRule)).statusCode).toBe(503);
    expect(await settings()).toEqual(before);
  });

  it('sends a test, and says why the receiver did not take it', async () => {
    const { rule } = (await add(mailRule)).json();
    const test = async () => (await owner.send('POST', `${base}/rules/${rule.id}/test`)).json();
    expect(await test()).toEqual({ sent: true });
    fixture.sender.refuses = 'the mail server cannot be reached';
    expect(await test()).toEqual({ sent: false, error: 'the mail server cannot be reached' });
    const other = await owner.send('POST', `${base}/rules/rule_none/test`);
    expect(other.statusCode).toBe(404);
  });

  it.each([
    { kinds: [] },
    { kinds: ['weather'] },
    { quiet_minutes: 0 },
    { channel: { kind: 'email', to: ['nobody'] } },
    { channel: { kind: 'webhook', url: 'http://hooks.example.com/in' } },
    { channel: { kind: 'webhook', url: 'https://user:word@hooks.example.com/in' } },
    { channel: { kind: 'webhook', url: 'https://169.254.169.254/latest' } },
    { channel: { kind: 'webhook', url: 'http://[fe80::1]/in' } },
    { channel: { kind: 'pager' } },
  ])('refuses %j', async (change) => {
    expect((await add({ ...mailRule, ...change })).statusCode).toBe(422);
  });
});

describe('a target on this machine needs the word of an admin (decision 0141)', () => {
  const hookAt = (url: string) => ({ ...hookRule, channel: { kind: 'webhook', url } });
  const addAs = async (browser: Browser, url: string) =>
    (await browser.send('POST', `${base}/rules`, { payload: hookAt(url) })).statusCode;

  it.each([
    'http://127.0.0.1:9000/any',
    'http://127.1:9000',
    'http://2130706433:9000',
    'http://localhost',
    'https://localhost:8443',
    'http://[::1]:9000',
    'http://[::ffff:127.0.0.1]:9000',
    'http://0.0.0.0:9000',
  ])('the role it alone may not name %s', async (url) => {
    const before = await settings();
    expect(await addAs(technician, url)).toBe(403);
    expect(await settings()).toEqual(before);
    expect(await addAs(owner, url)).toBe(201);
  });

  it('the role it may name others, and change a rule whose target an admin named', async () => {
    expect(await addAs(technician, 'https://hooks.example.com/in')).toBe(201);
    const url = 'http://127.0.0.1:9000/named';
    const { rule } = (await owner.send('POST', `${base}/rules`, { payload: hookAt(url) })).json();
    const change = async (payload: object) =>
      (await technician.send('PUT', `${base}/rules/${rule.id}`, { payload })).statusCode;
    expect(await change({ ...hookAt(url), quiet_minutes: 5 })).toBe(200);
    expect(await change(hookAt('http://127.0.0.1:9001/other'))).toBe(403);
  });

  it('so does a mail server on this machine, and each new port of it', async () => {
    const setAs = async (browser: Browser, host: string, port: number) => {
      const payload = { mail_server: { ...mailServer, host, port }, ...limits };
      return (await browser.send('PUT', base, { payload })).statusCode;
    };
    expect(await setAs(technician, 'localhost', 25)).toBe(403);
    expect(await setAs(technician, '169.254.169.254', 25)).toBe(422);
    expect(await setAs(owner, 'localhost', 25)).toBe(200);
    expect(await setAs(technician, 'localhost', 25)).toBe(200);
    expect(await setAs(technician, 'localhost', 26)).toBe(403);
    expect(await setAs(technician, mailServer.host, 25)).toBe(200);
  });
});

describe('messages of alerts', () => {
  it('are listed; one that was not given up cannot be sent again', async () => {
    expect((await owner.get('/api/v1/alerts')).json()).toEqual({ data: [], next_cursor: null });
    expect((await owner.send('POST', '/api/v1/alerts/alr_none/retry')).statusCode).toBe(404);
  });
});
