import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import {
  echo,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const master = 'ab12'.repeat(16);
const token = 'cd34'.repeat(16);
const spoken = ['202-555-0143', '536-81-4321', 'Annabelle', 'ann.example@example.com'];
const said = `my name is Annabelle Example, call 202-555-0143, my social is 536-81-4321, write to ann.example@example.com`;

let folder: string;
let dataDir: string;
let reports: string;
let upstream: ScriptedUpstream;
let service: ServiceProcess;
let cookie: string;
let agent: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-left-'));
  dataDir = join(folder, 'data');
  reports = join(folder, 'reports');
  await mkdir(reports);
  upstream = await startScriptedUpstream();
  service = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: dataDir,
    SVC_LOG_LEVEL: 'trace',
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    SVC_MASTER_KEY: master,
    SVC_KEY_K_HEALTHCARE: token,
    TMPDIR: folder,
    // What an operator might switch on to find out about a crash.
    NODE_OPTIONS: `--report-on-signal --report-on-fatalerror --report-directory=${reports}`,
  });
  cookie = await signIn(service.url);
  const made = await api('/api/v1/agents', { name: 'a', upstream: 'provider:model-small' });
  agent = ((await made.json()) as { agent: { id: string } }).agent.id;
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(folder);
});

const api = (path: string, body?: object | string) =>
  fetch(`${service.url}${path}`, {
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined
      ? {}
      : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const post = async (body: object | string, path = `/proxy/${agent}/v1/chat/completions`) => {
  const response = await signedFetch(webhookSecret)(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': said },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await response.text();
  return response.status;
};

/** Every file below the folder, read as bytes. */
async function leftFiles(): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((f) => join(f.parentPath, f.name));
  const read = files.map(async (file) => [file, await readFile(file, 'latin1')] as const);
  return new Map(await Promise.all(read));
}

const secrets = () => [
  ...spoken,
  master,
  token,
  Buffer.from(master, 'hex').toString('latin1'),
  Buffer.from(token, 'hex').toString('latin1'),
  webhookSecret,
  'upstream-key',
  cookie.replace('svc_session=', ''),
];

describe('a service that dies leaves nothing that was said, and no key, in logs and files', () => {
  it('after calls that went well and every sort that did not', async () => {
    const messages = [{ role: 'user', content: said }];
    expect(await post({ messages, call: { id: 'one' } })).toBe(200);
    expect(await post({ messages, stream: true })).toBe(200);
    expect(await post({ messages: said })).toBe(422);
    expect(await post(`{"messages":["${said}`)).toBe(422);
    expect(await post({ messages }, `/proxy/${encodeURIComponent(said)}/v1/chat/completions`)).toBe(
      404,
    );
    expect(
      await post({ message: { type: said, transcript: said } }, `/voice/webhook/${agent}`),
    ).toBe(200);
    upstream.script = (_seen, response) => void response.destroy();
    expect(await post({ messages })).toBe(502);
    upstream.script = (_seen, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ error: { message: said } }));
    };
    expect(await post({ messages })).toBe(502);
    upstream.script = echo;
    await api(`/api/v1/agents?name=${encodeURIComponent(said)}&limit=${encodeURIComponent(said)}`);
    await api('/api/v1/agents', { name: said, [said]: said });
    await api(`/nowhere/${encodeURIComponent(said)}`);
    await api('/api/v1/policies/detect', { text: said, policy_name: said });
    await api('/api/v1/agents', `{"${said}`);
    expect(service.output()).toContain('answered');
  });

  it('killed in the middle of a call, with a report of its state on disk', async () => {
    const asked = Promise.withResolvers<void>();
    upstream.script = () => asked.resolve();
    const pending = post({ messages: [{ role: 'user', content: said }] }).catch(() => 0);
    await asked.promise;
    process.kill(service.pid, 'SIGUSR2');
    await expect.poll(async () => (await readdir(reports)).length).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const [name = ''] = await readdir(reports);
        return (await readFile(join(reports, name), 'utf8')).trimEnd().endsWith('}');
      })
      .toBe(true);
    expect(await service.end('SIGABRT')).toBeNull();
    await pending;
    const files = await leftFiles();
    const names = [...files.keys()].join();
    for (const kept of ['journal.db-wal', 'vault.db', 'journal.head', 'report.'])
      expect(names).toContain(kept);
    const written = [...files, ['what it printed', service.output()] as const];
    const found = written.flatMap(([name, text]) =>
      secrets()
        .filter((secret) => text.includes(secret))
        .map((secret) => [name, spoken.includes(secret) ? 'a spoken value' : 'a key']),
    );
    expect(found).toEqual([]);
  });
});
