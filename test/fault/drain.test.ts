import { once } from 'node:events';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalAfterExit } from '../support/journal-after-exit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { chunk, contentOf, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const number = '202-555-0143';

let upstream: ScriptedUpstream;
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'svc-drain-'));
  service = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: dataDir,
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(dataDir);
});

async function createAgent(): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/agents`, {
    method: 'POST',
    headers: { cookie: await signIn(service.url), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'draining', upstream: 'provider:model-small' }),
  });
  return ((await response.json()) as { agent: { id: string } }).agent.id;
}

/** True once no server listens there any more. */
const refusesConnections = (): Promise<boolean> =>
  fetch(`${service.url}/health`).then(
    () => false,
    () => true,
  );

describe('a port that is taken (design, Environment)', () => {
  it('a taken port is reported as a problem of the configuration, with exit code 78', async () => {
    const again = spawnService({
      SVC_PORT: new URL(service.url).port,
      SVC_DATA_DIR: join(dataDir, 'another'),
    });
    await expect(again).rejects.toThrow(/ended with code 78[\s\S]*SVC_PORT: .*EADDRINUSE/);
  });
});

describe('what the service writes (design D45)', () => {
  it('is for its owner alone, whatever the folder lets others do', async () => {
    const files = await readdir(dataDir, { withFileTypes: true });
    const open = await Promise.all(
      files.map(async ({ name }) => ((await stat(join(dataDir, name))).mode & 0o077) !== 0 && name),
    );
    expect(open.filter((name) => name !== false)).toEqual([]);
  });
});

describe('SIGTERM drains the service (design, Environment)', () => {
  it('the reply in flight is finished, new connections are refused, and it exits with 0', async () => {
    const goOn = Promise.withResolvers<void>();
    upstream.script = async (seen, response) => {
      const token = /TOK1\.\S+/.exec(seen.raw)?.[0].replace(/".*/, '') ?? '';
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(chunk({ role: 'assistant', content: 'Calling ' })));
      await goOn.promise;
      response.end(`${event(chunk({ content: token }))}${finish}data: [DONE]\n\n`);
    };
    const agent = await createAgent();
    const reader = reading(
      await signedFetch(webhookSecret)(`${service.url}/proxy/${agent}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: number }] }),
      }),
    );
    await reader.until((text) => contentOf(text) === 'Calling ');
    const { hostname, port } = new URL(service.url);
    // Opened ahead of need, as clients do: no request ever comes on it.
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    const exit = service.end('SIGTERM');
    await expect.poll(refusesConnections).toBe(true);
    goOn.resolve();
    expect(contentOf(await reader.rest())).toBe(`Calling ${number}`);
    expect(await exit).toBe(0);
    silent.destroy();
    const own = (await journalAfterExit(dataDir)).filter(
      ({ session_id }) => session_id !== undefined,
    );
    expect(own.map(({ kind }) => kind)).toEqual([
      'call_started',
      'request_masked',
      'detection',
      'redaction_applied',
      'egress_scanned',
      'response_completed',
    ]);
    expect(own[5]).toMatchObject({ status: 'ok', restored: 1 });
  });
});
