import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journalAfterExit } from '../support/journal-after-exit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { startService, upstreamAt, webhookSecret } from '../support/service.ts';
import { spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const preload = join(import.meta.dirname, '../support/mortal-threads.mjs');
const software = 70;

let folder: string;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-thread-'));
  upstream = await startScriptedUpstream();
});
afterAll(async () => {
  await upstream?.close();
  await removeFolder(folder);
});

const start = (thread: string) =>
  spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: folder,
    SVC_LOG_LEVEL: 'error',
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    SVC_TEST_MORTAL_THREAD: thread,
    NODE_OPTIONS: `--import ${preload}`,
  });

describe('a service ends when the thread of a store dies, so that its supervisor can restart it', () => {
  it.each(['journal-worker', 'vault-worker'])('%s', async (thread) => {
    const service = await start(thread);
    const cookie = await signIn(service.url);
    const made = await fetch(`${service.url}/api/v1/agents`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: thread, upstream: 'provider:model-small' }),
    });
    const { agent } = (await made.json()) as { agent: { id: string } };
    const response = await signedFetch(webhookSecret)(
      `${service.url}/proxy/${agent.id}/v1/chat/completions`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'call 202-555-0143' }] }),
      },
    );
    await response.text();
    expect(response.status).toBe(200);
    expect(await service.end('SIGUSR2')).toBe(software);
    const scanned = (await journalAfterExit(folder)).filter(
      ({ kind }) => kind === 'egress_scanned',
    );
    expect(scanned.map((record) => record['bytes'])).toEqual(
      upstream.seen.map(({ raw }) => Buffer.byteLength(raw)),
    );
    const next = await startService({ SVC_DATA_DIR: folder }, { cookie });
    expect((await fetch(`${next.url}/health`)).status).toBe(200);
    await next.close({ keepData: true });
  });
});
