import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { fillDisk, onSmallDisk, seenBy, withoutSmallDisks } from '../support/small-disk.ts';

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
const ask = async (content: string, id = 'one') => {
  const response = await signedFetch(webhookSecret)(
    `${service.url}/proxy/${agent}/v1/chat/completions`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ call: { id }, messages: [{ role: 'user', content }] }),
    },
  );
  return { status: response.status, text: await response.text() };
};
const say = async (content: string) => (await ask(content)).status;
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

    it('lets an admin sign in to look, and answers 503 to what cannot be kept', async () => {
      const made = await api('/api/v1/agents', { name: 'late', upstream: 'stub' });
      expect([made.status, await made.json()]).toEqual([
        503,
        expect.objectContaining({ error: expect.objectContaining({ code: 'AuditUnavailable' }) }),
      ]);
      const headers = { cookie: await signIn(service.url) };
      const get = async (path: string) =>
        (await fetch(`${service.url}/api/v1${path}`, { headers })).status;
      for (const path of ['/me', '/system', '/audit']) expect(await get(path)).toBe(200);
      expect(await get('/agents')).toBe(503);
    });

    it('by itself it serves calls again, with all that it forwarded on record', async () => {
      await free();
      await expect.poll(async () => (await health())[0]).toBe(200);
      expect(await say('call 202-555-0143')).toBe(200);
      expect(upstream.seen).toHaveLength(served + 1);
      const verified = await api('/api/v1/audit/verify', {});
      expect(await verified.json()).toMatchObject({ ok: true });
      const exported = async () =>
        (await (await api('/api/v1/audit/export')).text()).trim().split('\n');
      // The one that made the agent, and the one on the full disk.
      const logins = async () =>
        (await exported()).filter((line) => JSON.parse(line).kind === 'login').length;
      await expect.poll(logins, { timeout: 120_000 }).toBe(2);
      const lines = await exported();
      const scanned = lines.filter((line) => JSON.parse(line).kind === 'egress_scanned');
      expect(scanned).toHaveLength(served + 1);
      expect(await service.end('SIGTERM')).toBe(0);
    });
  },
);

describe.skipIf(missing !== undefined)(
  `a vault that cannot commit what it has decided${missing === undefined ? '' : `: ${missing}`}`,
  () => {
    // As many as are kept at once (`masking.ts`), and long: they need more room than their events.
    const addresses = Array.from({ length: 128 }, (_, at) => `${'p'.repeat(60)}${at}@example.com`);
    const words = `write to ${addresses.join(', ')}`;
    const tokensOf = (text = '') => new Set(text.match(/TOK1\.EMAIL\.[A-Z_]+\.\w+/g));
    const turns = 30;
    let free: () => Promise<void>;
    let before: number;
    /** Resolves when all that the journal has written since then is folded, so that its log has room. */
    const folded = (sinceMs: number) =>
      expect
        .poll(async () => (await stat(seenBy(service.pid, join(folder, 'journal.db')))).mtimeMs)
        .toBeGreaterThan(sinceMs);
    beforeAll(async () => {
      const logsNoEvents = defaultPolicyYaml.replace('log_events: true', 'log_events: false');
      service = await spawnService(
        { ...environment(), SVC_REHYDRATION_SCOPE: 'agent' },
        [],
        onSmallDisk(folder, '24m'),
      );
      cookie = await signIn(service.url);
      const made = await api('/api/v1/agents', {
        name: 'b',
        upstream: 'provider:model-small',
        policy_yaml: logsNoEvents,
      });
      agent = ((await made.json()) as { agent: { id: string } }).agent.id;
      for (let turn = 0; turn < turns; turn += 1) expect(await say('hello')).toBe(200);
      before = upstream.seen.length;
    });

    it('refuses the request, though the journal has written its events, and health says why', async () => {
      await folded(Date.now());
      free = await fillDisk(service.pid, folder);
      expect(await say(words)).toBe(503);
      expect(await health()).toEqual([503, ['the vault cannot be written']]);
      expect(upstream.seen).toHaveLength(before);
      await eventually(async () => {
        const lines = (await (await api('/api/v1/audit/export')).text()).trim().split('\n');
        const records = lines.map((line) => JSON.parse(line));
        expect(records.filter((record) => record.turn === turns)).toMatchObject([
          { kind: 'request_masked', spans: addresses.length },
          { kind: 'egress_scanned' },
          { kind: 'response_completed', status: 'error', reason: 'internal_error' },
        ]);
      });
    });

    it('keeps every token that leaves later', async () => {
      await free();
      await expect.poll(async () => (await health())[0]).toBe(200);
      expect(await say(words)).toBe(200);
      const sent = tokensOf(upstream.seen.at(-1)?.raw);
      expect(sent.size).toBe(addresses.length);
      upstream.script = (_seen, response) => {
        const message = { role: 'assistant', content: [...sent].join(', ') };
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices }));
      };
      // In another call, so that they are read from the vault.
      const { text } = await ask('hello', 'two');
      expect(JSON.parse(text).choices[0].message.content).toBe(addresses.join(', '));
      expect(await service.end('SIGTERM')).toBe(0);
    });
  },
);

describe.skipIf(missing !== undefined)('a disk that takes no writes', () => {
  it('a disk that takes no writes is a reason not to start, reported in one line', async () => {
    const readOnly = 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"';
    const under = ['unshare', '--mount', 'sh', '-c', readOnly, folder];
    const outcome = await spawnService(environment(), [], under).catch((error: Error) => error);
    expect(String(outcome)).toMatch(/ended with code (73|78): /);
    expect(String(outcome)).toContain('SVC_DATA_DIR');
    expect(String(outcome)).not.toMatch(/\n\s+at /);
  });
});
