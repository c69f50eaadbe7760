import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { fillDisk, onSmallDisk, withoutSmallDisks } from '../support/small-disk.ts';

const missing = withoutSmallDisks();
/** Commits that still fit into what the files have of the disk. */
const mostCommits = 400;

let folder: string;
let upstream: ScriptedUpstream;
let service: ServiceProcess;
let cookie: string;
let agent: string;

const environment = () => ({
  ...upstreamAt(upstream.baseUrl),
  SVC_DATA_DIR: folder,
  SVC_LOG_LEVEL: 'error',
  SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
});
const api = (path: string, body?: object) =>
  fetch(`${service.url}${path}`, {
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
const say = async (content: string) => {
  const response = await signedFetch(webhookSecret)(
    `${service.url}/proxy/${agent}/v1/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ call: { id: 'one' }, messages: [{ role: 'user', content }] }),
    },
  );
  await response.text();
  return response.status;
};
const health = async () => {
  const response = await fetch(`${service.url}/health`);
  return [response.status, ((await response.json()) as { reasons?: string[] }).reasons];
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  upstream = await startScriptedUpstream();
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(folder);
});

describe.skipIf(missing !== undefined)(
  `a disk that is full refuses calls, and takes them again once it is not${missing === undefined ? '' : `: ${missing}`}`,
  () => {
    let free: () => Promise<void>;
    let served = 0;
    beforeAll(async () => {
      service = await spawnService(environment(), [], onSmallDisk(folder, '24m'));
      cookie = await signIn(service.url);
      const made = await api('/api/v1/agents', { name: 'a', upstream: 'provider:model-small' });
      agent = ((await made.json()) as { agent: { id: string } }).agent.id;
      expect(await say('hello')).toBe(200);
      served += 1;
      free = await fillDisk(service.pid, folder);
    });

    it('what cannot be journalled is not forwarded, and health says why', async () => {
      let status = 200;
      for (let at = 0; at < mostCommits && status === 200; at += 1) {
        status = await say('hello');
        if (status === 200) served += 1;
      }
      expect(status).toBe(503);
      expect(await health()).toEqual([503, ['the audit journal cannot be written']]);
      expect(await say('call 202-555-0143')).toBeGreaterThanOrEqual(500);
      expect(upstream.seen).toHaveLength(served);
    });

    it('by itself it serves calls again, with all that it forwarded on record', async () => {
      await free();
      await expect.poll(async () => (await health())[0]).toBe(200);
      expect(await say('call 202-555-0143')).toBe(200);
      expect(upstream.seen).toHaveLength(served + 1);
      const verified = await api('/api/v1/audit/verify', {});
      expect(await verified.json()).toMatchObject({ ok: true });
      const lines = (await (await api('/api/v1/audit/export')).text()).trim().split('\n');
      const scanned = lines.filter((line) => JSON.parse(line).kind === 'egress_scanned');
      expect(scanned).toHaveLength(served + 1);
      expect(await service.end('SIGTERM')).toBe(0);
    });
  },
);

describe.skipIf(missing !== undefined)('a disk that takes no writes', () => {
  it('is a reason not to start, told in one line', async () => {
    const readOnly = 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"';
    const under = ['unshare', '--mount', 'sh', '-c', readOnly, folder];
    const outcome = await spawnService(environment(), [], under).catch((error: Error) => error);
    expect(String(outcome)).toMatch(/ended with code (73|78): /);
    expect(String(outcome)).toContain('SVC_DATA_DIR');
    expect(String(outcome)).not.toMatch(/\n\s+at /);
  });
});
