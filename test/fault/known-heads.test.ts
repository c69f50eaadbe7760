import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launcher } from '../support/built-service/launcher.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { spawnService } from '../support/service-process.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let root: string;
/** What a service that was used once left behind; each test begins with a copy. */
let used: string;
let dataDir: string;
let agent: string;
let cookie: string;
const running = new Set<Service>();

async function start(): Promise<Service> {
  const service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
  running.add(service);
  return service;
}

async function stop(service: Service): Promise<void> {
  running.delete(service);
  await service.close({ keepData: true });
}

async function call({ url }: { readonly url: string }): Promise<number> {
  const response = await signedFetch(webhookSecret)(`${url}/proxy/${agent}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }),
  });
  return response.status;
}

const post = ({ api }: Service, path: string) => api(path, { method: 'POST' });

async function gapOf({ api }: Service): Promise<unknown> {
  return ((await (await api('/api/v1/audit')).json()) as { gap?: unknown }).gap;
}

async function svc(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, SVC_DATA_DIR: dataDir };
  const ran = promisify(execFile)(process.execPath, [await launcher(), ...args], { env });
  return await ran.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const doctorLine = async (name: string) =>
  (await svc('doctor')).output.split('\n').find((line) => line.includes(`${name}:`));

/** Removes a database of the stopped service with its log. */
async function remove(...names: readonly string[]): Promise<void> {
  for (const file of await readdir(dataDir)) {
    if (names.some((name) => file.startsWith(name))) await rm(join(dataDir, file));
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-known-'));
  used = join(root, 'used');
  const first = await startService({ SVC_DATA_DIR: used });
  cookie = first.cookie;
  agent = await first.createAgent({ name: 'clinic', upstream: 'stub' });
  expect(await call(first)).toBe(200);
  await first.close({ keepData: true });
});
afterAll(() => removeFolder(root));

beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'data-'));
  await cp(used, dataDir, { recursive: true });
});
afterEach(async () => {
  for (const service of running) await stop(service);
});

/** What the service, `svc audit verify` and `svc doctor` say of a journal with a loss. */
async function expectLoss(): Promise<Service> {
  const service = await start();
  expect(await call(service)).toBe(503);
  const health = await fetch(`${service.url}/health`);
  expect([health.status, await health.text()]).toEqual([
    503,
    expect.stringContaining('the audit journal lost events'),
  ]);
  expect(await gapOf(service)).toMatchObject({ reason: 'behind_head' });
  expect(await (await post(service, '/audit/verify')).json()).toMatchObject({ ok: false });
  expect(await svc('audit', 'verify')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/chain broken[\s\S]*truncated/),
  });
  expect(await doctorLine('journal')).toMatch(/\d+ acknowledged events are missing/);
  return service;
}

/** The service goes on after somebody acknowledged the loss, and after a restart. */
async function expectAcknowledged(service: Service): Promise<void> {
  expect((await post(service, '/api/v1/admin/audit/acknowledge-gap')).status).toBe(204);
  expect(await call(service)).toBe(200);
  expect(await (await post(service, '/audit/verify')).json()).toMatchObject({ ok: true });
  await stop(service);
  expect(await svc('audit', 'verify')).toMatchObject({ code: 0 });
  const again = await start();
  expect(await call(again)).toBe(200);
}

describe('a journal that is missing, or older than the other databases know, is noticed at the start (decision 0055)', () => {
  it('removed with its head', async () => {
    await remove('journal');
    const service = await expectLoss();
    await expectAcknowledged(service);
  });

  it('put back with its head as both were earlier', async () => {
    const earlier = join(root, 'earlier');
    await cp(dataDir, earlier, { recursive: true });
    const later = await start();
    expect(await call(later)).toBe(200);
    await stop(later);
    await remove('journal');
    for (const name of ['journal.db', 'journal.head']) {
      await cp(join(earlier, name), join(dataDir, name));
    }
    await expectLoss();
  });

  it('removed with the vault: calls.db still knows', async () => {
    await remove('journal', 'vault');
    expect(await doctorLine('journal')).toMatch(/acknowledged events are missing/);
    const service = await start();
    const health = await fetch(`${service.url}/health`);
    expect(await health.text()).toContain('the audit journal lost events');
  });

  it.each([
    ['payloads.db and known.head', ['journal', 'vault', 'calls']],
    ['payloads.db', ['journal', 'vault', 'calls', 'known']],
    ['known.head', ['journal', 'vault', 'calls', 'payloads']],
  ])('removed with the other databases: %s still know (decision 0140)', async (_, names) => {
    await remove(...names);
    expect(await svc('audit', 'verify')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/chain broken[\s\S]*truncated/),
    });
    expect(await doctorLine('journal')).toMatch(/acknowledged events are missing/);
    const service = await start();
    const health = await fetch(`${service.url}/health`);
    expect([health.status, await health.text()]).toEqual([
      503,
      expect.stringContaining('the audit journal lost events'),
    ]);
    expect(await svc('audit', 'verify')).toMatchObject({ code: 1 });
    await stop(service);

    expect((await svc('audit', 'acknowledge')).output).toContain('acknowledged (behind_head)');
    expect(await svc('audit', 'verify')).toMatchObject({ code: 0 });
    const again = await start();
    expect((await fetch(`${again.url}/health`)).status).toBe(200);
  });

  it('put back with all databases as they were earlier: known.head still knows', async () => {
    const earlier = join(root, 'earlier-databases');
    await cp(dataDir, earlier, { recursive: true });
    const later = await start();
    expect(await call(later)).toBe(200);
    await stop(later);
    const databases = ['journal', 'vault', 'calls', 'payloads'];
    await remove(...databases);
    for (const file of await readdir(earlier)) {
      if (databases.some((name) => file.startsWith(name)))
        await cp(join(earlier, file), join(dataDir, file));
    }
    const service = await expectLoss();
    await expectAcknowledged(service);
  });

  it('with none of the files that know it, a folder without a journal is a new one', async () => {
    await remove('journal', 'vault', 'calls', 'payloads', 'known');
    expect(await svc('audit', 'verify')).toMatchObject({ code: 66 });
    const service = await start();
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  /** Changes known.head as somebody does who has no key. */
  async function forge(change: (text: string) => string): Promise<void> {
    const file = join(dataDir, 'known.head');
    const text = await readFile(file, 'latin1');
    expect(change(text)).not.toBe(text);
    await writeFile(file, change(text), 'latin1');
  }

  it.each([
    ['a larger size', (text: string) => text.replace(/^\d+$/gm, '999999')],
    ['no records', (text: string) => text.replace(/^\d+$/gm, '0')],
    ['another HMAC', (text: string) => text.replace(/^[\da-f]{64}(?=\n\n)/gm, 'a'.repeat(64))],
    ['other bytes', () => 'nothing'],
  ])('a forged known.head is noticed, with %s (decision 0173)', async (_, change) => {
    await forge(change);
    const service = await start();
    expect(await call(service)).toBe(503);
    expect(await gapOf(service)).toMatchObject({ reason: 'head_forged' });
    expect(await (await post(service, '/audit/verify')).json()).toMatchObject({ ok: false });
    await stop(service);
    expect(await svc('audit', 'verify')).toMatchObject({ code: 1 });
    expect(await doctorLine('journal')).toContain('known.head is forged');
    await expectAcknowledged(await start());
  });

  it('a forged known.head tells of records where all databases were removed', async () => {
    await forge((text) => text.replace(/^\d+$/gm, '0'));
    await remove('journal', 'vault', 'calls', 'payloads');
    expect(await svc('audit', 'verify')).toMatchObject({ code: 1 });
    const service = await start();
    expect((await fetch(`${service.url}/health`)).status).toBe(503);
  });

  it('killed at any moment, a service notices nothing', async () => {
    const service = await spawnService({
      SVC_DATA_DIR: dataDir,
      SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    });
    try {
      expect(await call(service)).toBe(200);
    } finally {
      await service.end('SIGKILL');
    }
    const again = await start();
    expect(await call(again)).toBe(200);
  });
});

describe('a vault that was deleted (decision 0055)', () => {
  const words = 'vault.db was deleted, with its agents, tokens and people';

  it('is noticed at each start until somebody acknowledges it', async () => {
    await remove('vault');
    expect(await doctorLine('vault')).toContain(words);
    for (const _ of [1, 2]) {
      const service = await start();
      const health = await fetch(`${service.url}/health`);
      expect([health.status, await health.text()]).toEqual([503, expect.stringContaining(words)]);
      await stop(service);
    }
    expect(await svc('audit', 'acknowledge')).toMatchObject({
      code: 0,
      output: expect.stringContaining('acknowledged (vault_missing)'),
    });
    const service = await start();
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  it('is acknowledged at the command line before the service made it again, too', async () => {
    await remove('vault');
    expect((await svc('audit', 'acknowledge')).code).toBe(0);
    const service = await start();
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });
});
