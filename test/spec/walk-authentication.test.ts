import { createHmac } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy } from '../support/changed-policy.ts';
import { type SharedProxy, sharedProxy, startProxy, user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service.ts';
import { type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;
let people: Fixture;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
  people = await startFixture({ adminLogins: ['chief@example.com'] });
  await people.signIn('first@example.com');
});
afterAll(async () => {
  await people?.app.close();
});

const me = (headers: Record<string, string>) =>
  fetch(`${proxy.service.url}/api/v1/me`, { headers }).then(({ status }) => status);
const isAdmin = async (login: string) =>
  (await (await people.signIn(login)).get('/api/v1/me')).json().user.admin;

describe('people', () => {
  it(rule('Authentication 1'), async () => {
    const { cookie, secret } = proxy.service;
    const [, value = ''] = cookie.split('=');
    expect(await me({ authorization: `Bearer ${value}` })).toBe(401);
    expect(await me({ authorization: `Basic ${btoa(`dev:${value}`)}` })).toBe(401);
    expect(await me({ 'x-api-key': secret })).toBe(401);
  });

  it(`${rule('Authentication 2')}; ${rule('Authentication 5')}`, async () => {
    expect(await me({ cookie: proxy.service.cookie })).toBe(200);
  });

  it(rule('Authentication 4'), async () => {
    const { cookie } = proxy.service;
    const altered = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect([await me({ cookie: altered }), await me({ cookie: 'svc_session=dev' })]).toEqual([
      401, 401,
    ]);
  });

  it(rule('Authentication 6'), async () => {
    expect(await me({})).toBe(401);
    const browser = await people.signIn('nurse@example.com');
    const value = browser.jar.get('svc_session') ?? '';
    people.time.now += 31 * 86_400_000;
    const expired = await browser.get('/api/v1/me');
    const again = await people.signIn('nurse@example.com');
    await again.post('/api/v1/auth/logout');
    again.jar.set('svc_session', value);
    const invalidated = await again.get('/api/v1/me');
    for (const answer of [expired, invalidated]) {
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthenticated']);
      // RFC 9110, 15.5.2
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it(rule('Authentication 7'), async () => {
    const chief = await people.signIn('chief@example.com');
    const made = await chief.post('/api/v1/agents', { name: 'walk', upstream: 'stub' });
    const nurse = await people.signIn('nurse@example.com');
    const refused = await nurse.send('DELETE', `/api/v1/agents/${made.json().agent.id}`);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'forbidden']);
  });

  it(rule('POST /api/v1/agents 10'), async () => {
    const nurse = await people.signIn('nurse@example.com');
    const refused = await nurse.post('/api/v1/agents', { name: 'own', upstream: 'stub' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'forbidden']);
  });

  it(rule('Authentication 10'), async () => {
    const nurse = await people.signIn('nurse@example.com');
    const refused = await nurse.post('/api/v1/admin/policy/reload');
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'forbidden']);
  });

  it(`${rule('Authentication 12')}; ${rule('User 2')}; ${rule('DELETE /api/v1/agents/{agent_id} 1')}`, async () => {
    const admins = ['first@example.com', 'nurse@example.com', 'chief@example.com'];
    expect(await Promise.all(admins.map(isAdmin))).toEqual([false, false, true]);
  });
});

describe('the voice platform', () => {
  const body = JSON.stringify({ messages: [user('hello')] });
  const mac = (text: string, encoding: 'hex' | 'base64' | 'base64url' = 'hex') =>
    createHmac('sha256', proxy.service.secret).update(text).digest(encoding);
  const send = async (headers: Record<string, string>) =>
    (
      await fetch(`${proxy.service.proxyBase(agent)}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    ).status;

  it(rule('Authentication 11'), async () => {
    const now = Math.floor(Date.now() / 1000);
    const forms = [
      `sha256=${mac(body)}`,
      mac(body),
      mac(body, 'base64'),
      mac(body, 'base64url'),
      `t=${now},v1=${mac(`${now}.${body}`)}`,
    ];
    for (const form of forms) expect(await send({ 'x-voice-signature': form })).toBe(200);
    const old = now - 301;
    expect(await send({ 'x-voice-signature': `t=${old},v1=${mac(`${old}.${body}`)}` })).toBe(401);
    expect(await send({ 'x-voice-signature': `sha256=${mac(`${body} `)}` })).toBe(401);
  });

  it(rule('Authentication 9'), async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-kid-'));
    const file = join(folder, 'policy.yaml');
    await writeFile(file, changedPolicy(['kid: K_HEALTHCARE', 'kid: K_CLINIC']));
    const env = { SVC_POLICY_PATH: file, SVC_DEV: '0' };
    await expect(startService(env)).rejects.toThrow('cannot start: kid');
    const keyed = await startProxy({
      SVC_POLICY_PATH: file,
      SVC_KEY_K_CLINIC: Buffer.alloc(32, 7).toString('hex'),
    });
    await keyed.ask(await keyed.agent(), [user('call 202-555-0143')]);
    expect(keyed.sent()).toMatch(/TOK1\.PHONE\.K_CLINIC\./);
    await keyed.close();
    await removeFolder(folder);
  });
});
