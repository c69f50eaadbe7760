import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionRoot } from '../../server/journal/index.ts';
import { launcher } from '../support/built-service/launcher.ts';
import { journalAfterExit } from '../support/journal-after-exit.ts';
import { missingTokens } from '../support/missing-tokens.ts';
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';
import {
  lastUserText,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { chunk, doneEvent, event, finish } from '../support/sse-kit.ts';

const kills = 2;
const clients = 5;
const mostRequests = 120;

let upstream: ScriptedUpstream;
let dataDir: string;
let service: ServiceProcess;
let cookie: string;
let agent: string;
/** Requests made so far; each is one word longer than the one before, so its length names it. */
let made = 0;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'svc-kill-'));
  await start();
  const response = await api('/api/v1/agents', {
    method: 'POST',
    body: JSON.stringify({ name: 'busy', upstream: 'provider:model-small' }),
  });
  agent = ((await response.json()) as { agent: { id: string } }).agent.id;
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(dataDir);
});

async function start(): Promise<void> {
  service = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: dataDir,
    SVC_LOG_LEVEL: 'error',
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
  cookie = await signIn(service.url);
}

function api(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    ...init,
    headers: { cookie, 'content-type': 'application/json' },
  });
}

function send(path: string, body: object): Promise<Response> {
  return signedFetch(webhookSecret)(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const post = (body: object) => send(`/proxy/${agent}/v1/chat/completions`, body);

/** Calls of one turn whose end the platform has not said, or not to the end. */
const unended = new Set<string>();

async function hangUp(id: string): Promise<void> {
  const message = { type: 'end-of-call-report', call: { id } };
  const response = await send(`/voice/webhook/${agent}`, { message });
  expect(response.status).toBe(200);
  unended.delete(id);
}

/** One call after the other until the service is gone. */
async function client(): Promise<void> {
  for (;;) {
    made += 1;
    const area = 202 + (Math.floor(made / 100) % 3);
    const number = `${area}-555-01${String(made % 100).padStart(2, '0')}`;
    const content = `call ${number} ${'so '.repeat(made)}`;
    const call = { id: `c-${made}` };
    const body = { call, stream: made % 3 === 0, messages: [{ role: 'user', content }] };
    unended.add(call.id);
    try {
      const response = await post(body);
      await response.text();
      expect(response.status).toBe(200);
      await hangUp(call.id);
    } catch (error) {
      // Gone in the middle of a request, or before it.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

/** One turn of the call that outlives every kill; resolves once its session counts the turn. */
async function steadyTurn(session: string, turn: number): Promise<void> {
  const call = { id: 'steady' };
  const response = await post({ call, messages: [{ role: 'user', content: 'still there' }] });
  expect(response.status).toBe(200);
  const turns = async (): Promise<number> => {
    const one = await api(`/api/v1/sessions/${session || (await newestSession())}`);
    return ((await one.json()) as { session: { turn_count: number } }).session.turn_count;
  };
  await expect.poll(turns).toBe(turn);
}

async function newestSession(): Promise<string> {
  const list = await api('/api/v1/sessions?limit=1');
  return ((await list.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
}

function answer(stream: boolean, response: ServerResponse): void {
  response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json');
  const message = { role: 'assistant', content: 'Yes.' };
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  response.end(stream ? `${event(chunk(message))}${finish}${doneEvent}` : whole);
}

async function verify(): Promise<{ ok: boolean; event_count: number }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [await launcher(), 'audit', 'verify', '--json'],
    { env: { ...processEnv(), SVC_DATA_DIR: dataDir } },
  );
  return JSON.parse(stdout);
}

describe('a service killed under load at any moment has on record all that it forwarded (design D22)', () => {
  let steady = '';

  it.each(Array.from({ length: kills }, (_, at) => at + 1))('kill %i', async (kill) => {
    await steadyTurn(steady, kill);
    if (kill === 1) steady = await newestSession();
    const last = Promise.withResolvers<void>();
    let left = kills + Math.floor(Math.random() * mostRequests);
    upstream.script = async (seen, response) => {
      left -= 1;
      if (left === 0) last.resolve();
      answer(seen.body.stream === true, response);
    };
    const load = Promise.all(Array.from({ length: clients }, client));
    await last.promise;
    expect(await service.end('SIGKILL')).toBeNull();
    await load;
    expect(await verify()).toMatchObject({ ok: true });
    await start();
    expect((await api('/api/v1/sessions')).status).toBe(200);
  });

  it('every call that ended is sealed over its records', async () => {
    for (const id of unended) await hangUp(id);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await verify()).toMatchObject({ ok: true });
    const records = await journalAfterExit(dataDir);
    const scanned = records.filter(({ kind }) => kind === 'egress_scanned');
    const lengths = new Set(scanned.map((record) => record['bytes']));
    const forwarded = upstream.seen.filter((seen) => lastUserText(seen).startsWith('call '));
    expect(forwarded.length).toBeGreaterThan(kills);
    expect(forwarded.filter(({ raw }) => !lengths.has(Buffer.byteLength(raw)))).toEqual([]);
    expect(forwarded.filter(({ raw }) => /-555-/.test(raw))).toEqual([]);
    const tokens = new Set(forwarded.flatMap(({ raw }) => raw.match(/TOK1\.[\w.]+/g) ?? []));
    expect(tokens.size).toBeGreaterThan(kills);
    expect(await missingTokens(dataDir, [...tokens])).toEqual([]);
    expect(new Set(forwarded.map(({ raw }) => raw.length)).size).toBe(forwarded.length);

    const sessions = Map.groupBy(
      records.filter(({ session_id }) => session_id !== undefined),
      ({ session_id }) => session_id,
    );
    for (const [id, own] of sessions) {
      const kinds = own.map(({ kind }) => kind);
      expect(kinds.slice(0, 2)).toEqual(['call_started', 'request_masked']);
      expect(kinds).toContain('egress_scanned');
      if (id === steady) expect(kinds).not.toContain('call_ended');
      else
        expect(own.at(-1)).toMatchObject({
          kind: 'session_sealed',
          merkle_root_hex: sessionRoot(own),
        });
    }
    expect(sessions.has(steady as never)).toBe(true);
  });
});
