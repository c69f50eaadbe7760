import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Supervisor } from '../../main/appliance/supervisor.ts';
import { processIdentity } from '../../main/platform/process-identity.ts';
import { hostedSecrets, hostedService } from '../support/desktop/hosted-service.ts';
import { journalAfterExit } from '../support/journal-after-exit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { webhookSecret } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { chunk, contentOf, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const number = '202-555-0143';
const program = new URL('../support/desktop/host-program.ts', import.meta.url).pathname;

/** Longest wait for a whole server on a busy machine, in milliseconds. */
const startMs = 60_000;

let upstream: ScriptedUpstream;
let dataDir: string;
let supervisor: Supervisor | undefined;
let hosts: ChildProcess[] = [];

beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());

/** A folder for the tests that follow, and the end of what they started. */
function inFolder(): void {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'svc-hosted-'));
  });
  afterAll(async () => {
    for (const host of hosts) host.kill('SIGKILL');
    hosts = [];
    await supervisor?.stop();
    supervisor = undefined;
    await removeFolder(dataDir);
  });
}

async function running(variables: Record<string, string> = {}): Promise<Supervisor> {
  const made = hostedService({
    dataDir,
    upstream: upstream.baseUrl,
    variables,
    claim: { graceMs: 300 },
  });
  supervisor = made;
  made.start();
  await expect.poll(() => made.state().phase, { timeout: startMs }).not.toBe('starting');
  return made;
}

/** A host in a process of its own, as soon as its server runs. */
async function hostProcess() {
  const args = [program, dataDir, upstream.baseUrl];
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  hosts.push(host);
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string];
  const { url, ticket } = JSON.parse(line) as { url: string; ticket: string };
  const kill = async (): Promise<void> => {
    host.kill('SIGKILL');
    await once(host, 'exit');
  };
  return { url, ticket, kill };
}

async function serverPid(): Promise<number> {
  const record = JSON.parse(await readFile(join(dataDir, 'host.json'), 'utf8'));
  return record.server.pid;
}

/** Signs in with a ticket and makes an agent. */
async function createAgent(url: string, ticket: string | null) {
  const headers = { cookie: await signIn(url, ticket ?? ''), 'content-type': 'application/json' };
  const body = JSON.stringify({ name: `hosted-${randomUUID()}`, upstream: 'provider:model-small' });
  const made = await fetch(`${url}/api/v1/agents`, { method: 'POST', headers, body });
  const { agent } = (await made.json()) as { agent: { id: string; proxy_url: string } };
  const read = async (): Promise<typeof agent> => {
    const one = await fetch(`${url}/api/v1/agents/${agent.id}`, { headers });
    return ((await one.json()) as { agent: typeof agent }).agent;
  };
  return { id: agent.id, read };
}

/** Begins a call whose reply stops in the middle until `goOn` is called. */
async function callInFlight(url: string, ticket: string | null) {
  const agent = await createAgent(url, ticket);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  upstream.script = async (seen, response) => {
    const token = /TOK1\.\S+/.exec(seen.raw)?.[0].replace(/".*/, '') ?? '';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event(chunk({ role: 'assistant', content: 'Calling ' })));
    await promise;
    response.end(`${event(chunk({ content: token }))}${finish}data: [DONE]\n\n`);
  };
  const reader = reading(
    await signedFetch(webhookSecret)(`${url}/proxy/${agent.id}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: number }] }),
    }),
  );
  await reader.until((text) => contentOf(text) === 'Calling ');
  return { goOn, reply: async () => contentOf(await reader.rest()) };
}

const refusesConnections = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  );

async function kindsOfCalls(): Promise<readonly string[]> {
  const records = await journalAfterExit(dataDir, hostedSecrets);
  return records.flatMap(({ kind, session_id }) => (session_id === undefined ? [] : [kind]));
}

const wholeTurn = [
  'call_started',
  'request_masked',
  'detection',
  'redaction_applied',
  'egress_scanned',
  'response_completed',
];

describe('a server under a host', { timeout: 2 * startMs }, () => {
  inFolder();
  let service: Supervisor;
  let url: string;

  it('has its keys from the host alone: they are in no file, argument or environment', async () => {
    service = await running();
    url = service.state().url ?? '';
    expect(service.state().ingressUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const pid = await serverPid();
    const [environment, args] = await Promise.all(
      ['environ', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    expect(environment).toContain('PATH=');
    for (const secret of Object.values(hostedSecrets))
      expect(`${environment}${args}`).not.toContain(secret);
    await expect(access(join(dataDir, 'keys.json'))).rejects.toThrow('ENOENT');
  });

  it('gives voice platforms the address of the tunnel', async () => {
    const agent = await createAgent(url, await service.ticket());
    const place = async () => (await agent.read()).proxy_url;
    expect(await place()).toMatch(/^http:\/\/127\.0\.0\.1/);
    service.setCallsUrl('https://calls.example.com');
    await expect.poll(place).toMatch(/^https:\/\/calls\.example\.com\/proxy\//);
  });

  it('is quit with a call in flight: the reply is finished, and the call is on record', async () => {
    const call = await callInFlight(url, await service.ticket());
    const stopped = service.stop();
    await expect.poll(() => refusesConnections(url)).toBe(true);
    expect(service.state().phase).toBe('stopping');
    call.goOn();
    expect(await call.reply()).toBe(`Calling ${number}`);
    await stopped;
    expect(service.state()).toMatchObject({ phase: 'stopped', lastExit: null });
    expect(await kindsOfCalls()).toEqual(wholeTurn);
  });

  it('says what is wrong with its settings, and is not started again', async () => {
    const badly = await running({ SVC_STREAM_BUFFER_MS: 'some' });
    expect(badly.state()).toMatchObject({
      phase: 'refused',
      restarts: 0,
      problems: [{ path: 'streamBufferMs', message: expect.any(String) }],
    });
  });
});

describe('a server whose host is killed', { timeout: 2 * startMs }, () => {
  inFolder();

  it('ends by itself, after the calls in flight; nothing is lost', async () => {
    const host = await hostProcess();
    const pid = await serverPid();
    const call = await callInFlight(host.url, host.ticket);
    await host.kill();
    await expect.poll(() => refusesConnections(host.url)).toBe(true);
    call.goOn();
    expect(await call.reply()).toBe(`Calling ${number}`);
    await expect.poll(() => processIdentity(pid)).toBeUndefined();
    expect(await kindsOfCalls()).toEqual(wholeTurn);
  });

  it('is ended by the next host when it hangs, and that one serves', async () => {
    const host = await hostProcess();
    const pid = await serverPid();
    process.kill(pid, 'SIGSTOP');
    await host.kill();
    expect((await running()).state().phase).toBe('running');
    expect(await processIdentity(pid)).toBeUndefined();
    expect(await serverPid()).not.toBe(pid);
  });
});
