import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTlsFiles } from '../../server/config/tls-files.ts';
import { builtPortal } from '../support/portal/build-portal.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { spawnSvc } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';
import { fixtureCertificate, fixtureKey, strangeKey } from '../support/tls-fixture.ts';
import { CookieJar } from '../unit/http/support.ts';

let folder: string;
let certPath: string;
let keyPath: string;
const dispatcher = new Agent({ connect: { ca: fixtureCertificate } });

const write = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

beforeAll(async () => {
  await builtPortal();
  folder = await mkdtemp(join(tmpdir(), 'svc-tls-'));
  certPath = await write('cert.pem', fixtureCertificate);
  keyPath = await write('key.pem', fixtureKey);
});
afterAll(async () => {
  await dispatcher.close();
  await removeFolder(folder);
});

describe('HTTPS by SVC_TLS_CERT and SVC_TLS_KEY (design, Environment)', () => {
  let service: Service;
  let tunnelUrl: string;
  beforeAll(async () => {
    const env = { SVC_TLS_CERT: certPath, SVC_TLS_KEY: keyPath, SVC_INGRESS_PORT: '0' };
    service = await startService(env, { cookie: '' });
    tunnelUrl = (await service.app.ingress?.listen({ host: '127.0.0.1', port: 0 })) ?? '';
  });
  afterAll(async () => {
    await service.app.ingress?.close();
    await service.close();
  });

  it('serves both listeners over TLS, and nothing in the clear', async () => {
    for (const url of [service.url, tunnelUrl]) {
      expect((await fetch(`${url}/health`, { dispatcher })).status).toBe(200);
      await expect(fetch(`${url.replace('https', 'http')}/health`)).rejects.toThrow();
      await expect(fetch(`${url}/health`)).rejects.toThrow();
    }
  });

  it('signs people in with a Secure cookie, and tells browsers to stay with HTTPS', async () => {
    const jar = new CookieJar();
    let url = `${service.url}/api/v1/auth/idp`;
    let cookies: readonly string[] = [];
    for (let hop = 0; hop < 9 && jar.get('svc_session') === undefined; hop += 1) {
      const cookie = jar.header(new URL(url).pathname);
      const { headers } = await fetch(url, { redirect: 'manual', dispatcher, headers: { cookie } });
      cookies = headers.getSetCookie();
      jar.take(cookies);
      url = new URL(headers.get('location') ?? '', url).href;
      expect(new URL(url).origin).toBe(service.url);
    }
    expect(cookies.join()).toMatch(
      /svc_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    const { status, headers } = await fetch(`${service.url}/portal`, { dispatcher });
    expect([status, headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  });

  it('platforms get https addresses', async () => {
    expect(service.proxyBase('agt_x')).toMatch(/^https:/);
    expect(service.app.createSignInLink?.()).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/idp\//);
  });
});

describe('a problem of the TLS files names the variable', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'no certificate',
      'gone.pem',
      'key.pem',
      /^SVC_TLS_CERT: .*gone\.pem cannot be read \(ENOENT\)/,
    ],
    ['no key', 'cert.pem', 'gone.pem', /^SVC_TLS_KEY: .*gone\.pem cannot be read \(ENOENT\)/],
    ['a certificate that is none', 'text.pem', 'key.pem', /^SVC_TLS_CERT: must name a certificate/],
    ['a key that is none', 'cert.pem', 'text.pem', /^SVC_TLS_KEY: must name a private key/],
    ['a certificate for a key', 'cert.pem', 'cert.pem', /^SVC_TLS_KEY: must name a private key/],
    ['the key of another', 'cert.pem', 'other.pem', /^SVC_TLS_KEY: is not the key of/],
    ['neither', 'gone.pem', 'text.pem', /^SVC_TLS_CERT: .*\nSVC_TLS_KEY: /],
  ])('%s', async (_case, cert, key, told) => {
    await write('text.pem', 'some text');
    await write('other.pem', strangeKey);
    const result = await loadTlsFiles({ certPath: join(folder, cert), keyPath: join(folder, key) });
    const problems = result.ok ? [] : result.problems;
    expect(problems.map(({ path, message }) => `${path}: ${message}`).join('\n')).toMatch(told);
    expect(JSON.stringify(problems)).not.toContain('some text');
  });

  it('the service exits with code 78 when a file cannot be read', async () => {
    const { code, err } = await spawnSvc(['serve'], {
      env: {
        SVC_DATA_DIR: join(folder, 'data'),
        SVC_TLS_CERT: certPath,
        SVC_TLS_KEY: join(folder, 'gone.pem'),
      },
    });
    expect([code, err]).toEqual([78, expect.stringMatching(/SVC_TLS_KEY: .* cannot be read/)]);
  });
});
