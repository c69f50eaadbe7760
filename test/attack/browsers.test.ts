import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { type Service, startService } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SVC_DEV: '0' }, { cookie: 'svc_session=none' });
  admin = await ownerCookie();
});
afterAll(() => service?.close());

let admin: string;
const ownerCookie = () => signIn(service.url, service.app.createSignInLink?.() ?? '');
const get = (cookie: string, path = '/api/v1/me') =>
  fetch(`${service.url}${path}`, { headers: { cookie } });
const agents = async () =>
  ((await (await get(admin, '/api/v1/agents')).json()) as { data: unknown[] }).data.length;

describe('a page of another site cannot make a signed-in browser change anything (design D41)', () => {
  const json = '{"name":"planted","upstream":"stub"}';
  const form = 'name=planted&upstream=stub';
  const parts = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nplanted\r\n--b--\r\n';
  const origins: readonly Record<string, string>[] = [
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ];

  it.each<[string, string, string]>([
    ['a form', 'application/x-www-form-urlencoded', form],
    ['a form with files', 'multipart/form-data; boundary=b', parts],
    ['a form of plain text that is JSON', 'text/plain', json],
    ['JSON', 'application/json', json],
    ['JSON that says it is a form', 'text/plain; application/json', json],
    ['nothing said of its type', '', json],
  ])('%s', async (_what, type, body) => {
    const before = await agents();
    for (const origin of origins) {
      const { status } = await rawRequest(service.url, {
        method: 'POST',
        path: '/api/v1/agents',
        headers: { cookie: admin, ...(type === '' ? {} : { 'content-type': type }), ...origin },
        body: Buffer.from(body),
      });
      expect(status).toBe(403);
    }
    expect(await agents()).toBe(before);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain'])(
    'nor an old browser that names no origin: %s is no body of ours',
    async (type) => {
      const before = await agents();
      const { status } = await rawRequest(service.url, {
        method: 'POST',
        path: '/api/v1/agents',
        headers: { cookie: admin, 'content-type': type },
        body: Buffer.from(json),
      });
      expect([status, await agents()]).toEqual([415, before]);
    },
  );

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'a GET is a GET, whatever %s says',
    async (header) => {
      const before = await agents();
      const { status } = await rawRequest(service.url, {
        method: 'GET',
        path: '/api/v1/agents?_method=POST',
        headers: { cookie: admin, [header]: 'POST', 'content-type': 'application/json' },
        body: Buffer.from(json),
      });
      expect(status).toBeLessThan(500);
      expect(await agents()).toBe(before);
    },
  );
});

describe('a name that was rebound to this machine is not served (design D41)', () => {
  it.each<[string, Record<string, string>]>([
    ['a foreign Host', { host: 'evil.example.com' }],
    [
      'one that a proxy header excuses',
      { host: 'evil.example.com', 'x-forwarded-host': '127.0.0.1' },
    ],
    ['one that Forwarded excuses', { host: 'evil.example.com', forwarded: 'host=localhost' }],
    ['one that ends like ours', { host: 'evil.127.0.0.1.example.com' }],
    ['one with a user part', { host: '127.0.0.1@evil.example.com' }],
  ])('%s', async (_what, headers) => {
    for (const path of ['/api/v1/agents', '/portal', '/api/v1/auth/idp', '/idp/auth']) {
      const { status, headers: answered } = await rawRequest(service.url, {
        method: 'GET',
        path,
        headers: { cookie: admin, ...headers },
        body: Buffer.alloc(0),
      });
      expect([path, status, answered['access-control-allow-origin']]).toEqual([
        path,
        403,
        undefined,
      ]);
    }
  });

  it('a request for a whole URL is not forwarded', async () => {
    const { status } = await rawRequest(service.url, {
      method: 'GET',
      path: 'http://evil.example.com/api/v1/agents',
      headers: { host: 'evil.example.com', cookie: admin },
      body: Buffer.alloc(0),
    });
    expect([403, 404]).toContain(status);
  });
});

describe('a stolen cookie is worth as much as its session (spec, Web session lifecycle)', () => {
  it('dead once its owner has signed out', async () => {
    const mine = await ownerCookie();
    expect((await get(mine)).status).toBe(200);
    await fetch(`${service.url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie: mine } });
    expect((await get(mine)).status).toBe(401);
  });

  it('dead once an admin has ended the session', async () => {
    const stolen = await ownerCookie();
    const feed = await fetch(`${service.url}/api/v1/live`, { headers: { cookie: stolen } });
    expect(feed.status).toBe(200);
    const listed = await get(stolen, '/api/v1/admin/web-sessions');
    const { data } = (await listed.json()) as { data: { id: string; current?: boolean }[] };
    const mine = data.find((session) => session.current === true) ?? data[0];
    const { status } = await fetch(`${service.url}/api/v1/admin/web-sessions/${mine?.id}`, {
      method: 'DELETE',
      headers: { cookie: admin },
    });
    expect(status).toBe(204);
    expect((await get(stolen)).status).toBe(401);
    expect((await get(admin)).status).toBe(200);
    await feed.body?.cancel();
  });

  it('a session cookie is out of reach of scripts, plain HTTP and other sites', async () => {
    const [line = ''] = (await get(admin)).headers.getSetCookie();
    expect(line.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']),
    );
    expect(line).not.toContain('Domain');
  });

  it('a made-up session cookie signs no one in, and of two cookies only one counts', async () => {
    for (const value of ['x', 'A'.repeat(43), '%00', `${'A'.repeat(42)}%3D`])
      expect((await get(`svc_session=${value}`)).status).toBe(401);
    const both = [
      (await get(`svc_session=x; ${admin}`)).status,
      (await get(`${admin}; svc_session=x`)).status,
    ];
    expect(both.toSorted()).toEqual([200, 401]);
  });
});
