import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';
import { spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';

let dataDir: string;
let service: Service;
const start = async () => {
  service = await startService({ SVC_DATA_DIR: dataDir, SVC_DEV: '0' }, { cookie: '' });
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-links-'));
  await start();
});
afterAll(async () => {
  await service.close({ keepData: true });
  await removeFolder(dataDir);
});

it('a start at a terminal prints a link that signs in; one into a pipe prints none (design D40)', async () => {
  const started = { SVC_DEV: '0', SVC_LOG_LEVEL: 'silent' };
  const piped = await spawnService({ ...started, SVC_DATA_DIR: join(dataDir, 'piped') });
  expect(await piped.end('SIGTERM')).toBe(0);
  expect(piped.output()).not.toContain('sign in');
  const terminal = ['sh', '-c', 'exec script -qfec "$*" /dev/null', 'sh'];
  const env = { ...started, SVC_DATA_DIR: join(dataDir, 'terminal') };
  const shown = await spawnService(env, [], terminal);
  const printed = await shown.line(/^sign in once, within 15 minutes: (\S+)$/);
  expect((await whoHas(await signIn(shown.url, printed), shown.url)).admin).toBe(true);
  await shown.end('SIGTERM');
});

const link = async (...args: string[]): Promise<string> => {
  const { code, out } = await runSvc(['sign-in-link', '--url', service.url, ...args], {
    env: { SVC_DATA_DIR: dataDir },
  });
  expect(code).toBe(0);
  return out.trim();
};
const whoHas = async (cookie: string, url = service.url) => {
  const response = await fetch(`${url}/api/v1/me`, { headers: { cookie } });
  return ((await response.json()) as { user: { login: string; admin: boolean } }).user;
};
const reasons = async () =>
  (await service.records())
    .filter(({ kind }) => kind === 'login_failed')
    .map((record) => record['reason']);

describe('svc sign-in-link (decision 0010)', () => {
  it('lets somebody in at the service that runs: once, and the second try is on record', async () => {
    const url = await link();
    expect(url).toMatch(new RegExp(`^${service.url}/idp/sign-in\\?ticket=[\\w-]{43}$`));
    expect(await whoHas(await signIn(service.url, url))).toMatchObject({
      login: 'owner',
      admin: true,
    });
    const before = await reasons();
    await expect(signIn(service.url, url)).rejects.toThrow('without a session cookie');
    expect(await reasons()).toEqual([...before, 'ticket_refused']);
  });

  it('names who signs in', async () => {
    const url = await link('--login', 'sam.lee@example.com');
    expect(await whoHas(await signIn(service.url, url))).toMatchObject({
      login: 'sam.lee@example.com',
      admin: false,
    });
  });

  it('makes a link that outlives a restart, as do those of the service itself', async () => {
    const own = service.app.createSignInLink?.() ?? '';
    const { pathname, search } = new URL(await link('--login', 'sam.lee@example.com'));
    await service.close({ keepData: true });
    await start();
    expect(await whoHas(await signIn(service.url, `${pathname}${search}`))).toMatchObject({
      login: 'sam.lee@example.com',
    });
    const { pathname: page, search: ticket } = new URL(own);
    expect(await whoHas(await signIn(service.url, `${page}${ticket}`))).toMatchObject({
      login: 'owner',
    });
  });

  it.each([
    [
      'has no key',
      { SVC_DATA_DIR: join(tmpdir(), 'svc-no-such-folder') },
      /keys\.json|SVC_MASTER_KEY/,
    ],
    [
      'has a provider of its own',
      {
        SVC_IDP_ISSUER: 'https://id.example.com',
        SVC_IDP_CLIENT_ID: 'svc',
        SVC_ADMIN_LOGINS: 'chief@example.com',
      },
      /SVC_IDP_ISSUER: /,
    ],
    ['listens it is not known where', { SVC_PORT: '0' }, /--url/],
  ])('says so where an installation %s', async (_case, env, said) => {
    const { code, err } = await runSvc(['sign-in-link'], {
      env: { SVC_DATA_DIR: dataDir, ...env },
    });
    expect([code, err]).toEqual([78, expect.stringMatching(said)]);
  });
});
