import { mkdtemp, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { Fault } from '../../server/domain/fault.ts';
import { anthropic } from '../support/providers/anthropic.ts';
import { bedrock } from '../support/providers/bedrock.ts';
import { azure, chat } from '../support/providers/chat.ts';
import { gemini } from '../support/providers/gemini.ts';
import { isStreamed, keyVariable, type Protocol } from '../support/providers/protocol.ts';
import { errorEvents, replyEvents } from '../support/providers/reply-events.ts';
import { responses } from '../support/providers/responses.ts';
import { removeFolder } from '../support/remove-folder.ts';
import {
  type Script,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { type Service, startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { contentOf, dataOf } from '../support/sse-kit.ts';

const protocols = [chat, azure, responses, anthropic, bedrock, gemini];
const firstByteMs = 2_000;
const totalMs = 5_000;

/** A value of an invented person; it may reach no provider. */
const phone = '202 555 0143';
const canary = /0143/;
const said = `please call me back on ${phone}`;
const heard = `I heard: ${said}`;

let first: ScriptedUpstream;
let second: ScriptedUpstream;
let service: Service;
let folder: string;
const agents = new Map<string, string>();

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  readonly fallback?: string;
}

/** Providers alone, by protocol; pairs of two, by the protocol of the second; and pairs that cannot be. */
const entries = (): readonly Entry[] => [
  ...protocols.map(({ kind }) => ({ name: `alone:${kind}`, kind, url: first.baseUrl })),
  ...protocols.flatMap(({ kind }) => [
    { name: `first:${kind}`, kind: 'openai', url: first.baseUrl, fallback: `second:${kind}` },
    { name: `second:${kind}`, kind, url: second.baseUrl },
  ]),
  { name: 'first:away', kind: 'openai', url: 'http://127.0.0.1:1/v1', fallback: 'second:openai' },
  { name: 'first:bare', kind: 'openai', url: first.baseUrl, fallback: 'bare:model' },
  { name: 'bare:model', kind: 'openai', url: second.baseUrl },
];

const entryText = ({ name, kind, url, fallback }: Entry): string =>
  `  '${name}': { kind: ${kind}, base_url: '${url}', model: scripted, api_key: '\${${keyVariable(kind)}}'${
    fallback === undefined ? '' : `, fallback: '${fallback}'`
  } }\n`;

const agreements = `business_associates:
  - name: Two Models Inc
    role: model_provider
    upstreams: [${protocols.map(({ kind }) => `'second:${kind}'`).join(', ')}]
    agreement: signed
  - name: Unsigned Models Inc
    role: model_provider
    upstreams: ['bare:model']
    agreement: none
`;

beforeAll(async () => {
  [first, second] = await Promise.all([startScriptedUpstream(), startScriptedUpstream()]);
  folder = await mkdtemp(join(tmpdir(), 'svc-upstreams-'));
  const upstreamsPath = join(folder, 'upstreams.yaml');
  await writeFile(upstreamsPath, `upstreams:\n${entries().map(entryText).join('')}`);
  await writeFile(join(folder, 'business_associates.yaml'), agreements);
  const keys = Object.fromEntries(protocols.map(({ kind, key }) => [keyVariable(kind), key]));
  service = await startService(
    {
      ...keys,
      SVC_UPSTREAM_FIRST_BYTE_MS: `${firstByteMs}`,
      SVC_UPSTREAM_STALL_MS: '1000',
      SVC_UPSTREAM_TOTAL_MS: `${totalMs}`,
    },
    { upstreamsPath },
  );
  for (const { name } of entries().filter((entry) => /^(alone|first):/.test(entry.name)))
    agents.set(name, await service.createAgent({ name: name.replace(':', ' '), upstream: name }));
});
afterAll(async () => {
  service?.app.http.server.closeAllConnections();
  await service?.close();
  await Promise.all([first?.close(), second?.close()]);
  await removeFolder(folder);
});
beforeEach(() => {
  first.seen.length = 0;
  second.seen.length = 0;
});

interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The records of the call, once its reply is over. */
  readonly records: readonly JournalRecord[];
}

let calls = 0;

/** One turn, which is a call of its own. */
async function ask(upstream: string, stream: boolean, more: object = {}): Promise<Heard> {
  calls += 1;
  const call = `call-${calls}`;
  const body = { stream, messages: [{ role: 'user', content: said }], call: { id: call }, ...more };
  const before = (await service.records()).length;
  const post = signedFetch(webhookSecret);
  const response = await post(`${service.url}/proxy/${agents.get(upstream)}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const ended = async () =>
    (await service.records()).slice(before).filter(({ kind }) => kind === 'response_completed');
  await expect.poll(async () => (await ended()).length).toBe(1);
  const records = (await service.records()).slice(before);
  return { status: response.status, headers: response.headers, text, records };
}

const fieldsOf = (records: readonly JournalRecord[], kind: JournalRecord['kind']) =>
  records.filter((record) => record.kind === kind);

const wordsIn = (text: string, stream: boolean): string =>
  stream ? contentOf(text) : JSON.parse(text).choices[0].message.content;

type Write = (response: ServerResponse, events: readonly Buffer[]) => Promise<void> | void;

/** Writes the reply that a provider would give in a way of its own. */
const broken =
  (protocol: Protocol, write: Write): Script =>
  async (seen, response) => {
    const events = await replyEvents(protocol, seen);
    const { streamType = 'text/event-stream' } = protocol;
    const type = isStreamed(seen) ? streamType : 'application/json';
    response.writeHead(200, { 'content-type': type });
    await write(response, events);
  };
const refusing =
  (status: number, headers: Readonly<Record<string, string>> = {}): Script =>
  (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end('{"error":{"message":"Overloaded"}}');
  };
const half = (events: readonly Buffer[]) =>
  Buffer.concat(events.slice(0, Math.ceil(events.length / 2)));
const withError =
  ({ kind }: Protocol): Write =>
  (response, events) =>
    void response.end(Buffer.concat([half(events), Buffer.from(errorEvents[kind])]));
const cut: Write = (response, events) =>
  void response.write(half(events), () => response.socket?.resetAndDestroy());
const empty: Write = (response) => void response.end();
const slowly: Write = async (response, events) => {
  for (const event of events) {
    response.write(event);
    await pause(20);
  }
  response.end();
};
/** Sends what no caller hears: white space of JSON, or an event without an end. */
const dripsFor =
  (ms: number): Script =>
  async (seen, response) => {
    const isStream = seen.body.stream === true;
    const type = isStream ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type });
    if (isStream) response.write('data: {');
    const startedMs = performance.now();
    while (!response.destroyed && performance.now() - startedMs < ms) {
      response.write(' ');
      await pause(20);
    }
    response.destroy();
  };
const silentAfter: Write = (response, events) => void response.write(half(events));

describe.each(protocols)('a provider that speaks $kind fails', (protocol) => {
  const upstream = `alone:${protocol.kind}`;

  it.each([
    [429, false],
    [429, true],
    [529, false],
    [529, true],
  ])('with %i, streamed: %s: the caller gets 502 and its retry-after', async (status, stream) => {
    first.script = refusing(status, { 'retry-after': '7' });
    const reply = await ask(upstream, stream);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, '7']);
    expect(JSON.parse(reply.text).error.code).toBe('upstream_error');
    const ended = fieldsOf(reply.records, 'response_completed');
    expect(ended).toMatchObject([{ status: 'error', upstream_status: status }]);
    expect(first.seen).toHaveLength(1);
  });

  it('with 429 and the wait in its body alone: the caller gets it where the protocol has one', async () => {
    first.script = (_seen, response) => {
      response.writeHead(429, { 'content-type': 'application/json' });
      response.end('{"error":{"code":429,"details":[{"retryDelay":"17s"}]}}');
    };
    const reply = await ask(upstream, true);
    expect(reply.status).toBe(502);
    expect(reply.headers.get('retry-after')).toBe(protocol === gemini ? '17' : null);
  });

  it.each<[string, Write]>([
    ['reports an error', withError(protocol)],
    ['is cut', cut],
    ['falls silent', silentAfter],
  ])('its stream %s in the middle: the caller gets what came, then an error', async (_, write) => {
    first.script = broken(protocol, write);
    const reply = await ask(upstream, true);
    expect(reply.status).toBe(200);
    expect(contentOf(reply.text)).toMatch(/^I hear/);
    expect(JSON.parse(dataOf(reply.text).at(-1) ?? '')).toHaveProperty('error');
    expect(reply.text).not.toContain('[DONE]');
    const ended = fieldsOf(reply.records, 'response_completed');
    expect(ended).toMatchObject([{ status: 'partial', reason: 'upstream_cut' }]);
  });

  it.each([false, true])(
    'its reply is empty, streamed: %s: the caller gets 502',
    async (stream) => {
      first.script = broken(protocol, empty);
      const reply = await ask(upstream, stream);
      expect(reply.status).toBe(502);
      expect(JSON.parse(reply.text).error.code).toBe('upstream_error');
    },
  );

  it('it pauses behind every event: the caller hears all of it', async () => {
    first.script = broken(protocol, slowly);
    const reply = await ask(upstream, true);
    expect(contentOf(reply.text)).toBe(heard);
    expect(first.seen.every(({ raw }) => !canary.test(raw))).toBe(true);
  });
});

type Failure = readonly [what: string, stream: boolean, script: Script];

const failures: readonly Failure[] = [
  ...[408, 429, 500, 502, 503, 504].map(
    (status) => [`answers ${status}`, false, refusing(status)] as const,
  ),
  ...[false, true].flatMap((stream) => [
    ['answers 529', stream, refusing(529)] as const,
    ['is silent', stream, () => undefined] as const,
    ['hangs up', stream, (_seen, response) => void response.destroy()] satisfies Failure,
    ['gives an empty reply', stream, broken(chat, empty)] as const,
    ['breaks off after the time to begin a reply', stream, dripsFor(firstByteMs + 100)] as const,
  ]),
];

describe('a second provider answers where the first gives no reply (decision 0109)', () => {
  beforeEach(() => {
    second.script = chat.answer;
  });

  it.each(failures)('the first one %s, streamed: %s', async (_what, stream, script) => {
    first.script = script;
    const reply = await ask('first:openai', stream);
    expect(reply.status).toBe(200);
    expect(wordsIn(reply.text, stream)).toBe(heard);
    expect(second.seen).toHaveLength(1);
  });

  it('the stream of the first one begins with an error', async () => {
    first.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(errorEvents.openai);
    };
    const reply = await ask('first:openai', true);
    expect(contentOf(reply.text)).toBe(heard);
  });

  it('nobody listens at the address of the first one', async () => {
    const reply = await ask('first:away', false);
    expect(wordsIn(reply.text, false)).toBe(heard);
  });

  it.each(protocols.flatMap((protocol) => [false, true].map((stream) => ({ protocol, stream }))))(
    'the second one speaks $protocol.kind, streamed: $stream: it gets the same masked texts, scanned and journalled',
    async ({ protocol, stream }) => {
      first.script = refusing(529);
      second.script = protocol.answer;
      const reply = await ask(`first:${protocol.kind}`, stream);
      expect(wordsIn(reply.text, stream)).toBe(heard);
      const [sent, again] = [first.seen[0]?.raw ?? '', second.seen[0]?.raw ?? ''];
      const tokens = (body: string) => body.match(/TOK1\.[A-Z0-9_.]+/g);
      expect(tokens(again)).toEqual(tokens(sent));
      for (const body of [sent, again]) expect(body).not.toMatch(canary);
      expect(fieldsOf(reply.records, 'egress_scanned').map(({ bytes }) => bytes)).toEqual([
        Buffer.byteLength(sent),
        Buffer.byteLength(again),
      ]);
      expect(fieldsOf(reply.records, 'upstream_failed')).toMatchObject([
        {
          upstream: `first:${protocol.kind}`,
          fallback: `second:${protocol.kind}`,
          reason: 'upstream_error',
          upstream_status: 529,
          handling: 'sent',
        },
      ]);
      expect(fieldsOf(reply.records, 'response_completed')).toMatchObject([
        { status: 'ok', upstream: `second:${protocol.kind}` },
      ]);
    },
  );

  it('both fail within the time of one: the caller gets the error of the second', async () => {
    first.script = () => undefined;
    second.script = () => undefined;
    const startedMs = performance.now();
    const reply = await ask('first:openai', true);
    expect(reply.status).toBe(502);
    expect(performance.now() - startedMs).toBeLessThan(2 * firstByteMs);
    const [failed] = fieldsOf(reply.records, 'upstream_failed');
    expect(Number(failed?.['waited_us'])).toBeLessThan(firstByteMs * 1_000);
    expect(fieldsOf(reply.records, 'response_completed')).toMatchObject([
      { status: 'error', upstream: 'second:openai' },
    ]);
  });

  it('the journal fails between both: nothing more is sent, and the end of the turn is recorded later', async () => {
    const { journal } = service.app;
    const append = vi.spyOn(journal, 'append');
    first.script = (seen, response) => {
      append.mockRejectedValueOnce(new Fault('AuditUnavailable', 'as the test wants'));
      return refusing(503)(seen, response);
    };
    const reply = await ask('first:openai', false);
    append.mockRestore();
    expect(reply.status).toBe(503);
    expect(second.seen).toHaveLength(0);
    expect(fieldsOf(reply.records, 'response_completed')).toMatchObject([
      { status: 'error', reason: 'AuditUnavailable' },
    ]);
  });

  it('the report and the call name it, with its agreement', async () => {
    first.script = refusing(503);
    const { records } = await ask('first:openai', false);
    const id = records.find(({ session_id }) => session_id !== undefined)?.session_id;
    const transcript = await service.api(`/api/v1/sessions/${id}/transcript?side=public`);
    const fallback = {
      upstream: 'first:openai',
      upstream_status: 503,
      fallback: 'second:openai',
      handling: 'sent',
    };
    expect(await transcript.json()).toMatchObject({ transcript: { turns: [{ fallback }] } });
    const answer = await service.api(`/api/v1/sessions/${id}/report`);
    const { report } = (await answer.json()) as { report: Readonly<Record<string, unknown>> };
    expect(report).toMatchObject({
      upstream: 'first:openai',
      fallbacks: [
        {
          upstream: 'second:openai',
          turns: 1,
          replies: 1,
          refused: 0,
          agreement: 'in_force',
          host: new URL(second.baseUrl).origin,
        },
      ],
      business_associates: expect.arrayContaining([
        expect.objectContaining({ name: 'Two Models Inc', agreement: 'in_force' }),
      ]),
    });
  });
});

describe('a second provider is not asked (decision 0109)', () => {
  const asked = async (upstream: string, stream: boolean, more: object = {}) => {
    second.script = chat.answer;
    const reply = await ask(upstream, stream, more);
    expect(second.seen).toHaveLength(0);
    return reply;
  };

  it.each([400, 401, 403, 404, 422])('the first one answers %i', async (status) => {
    first.script = refusing(status);
    const reply = await asked('first:openai', false);
    expect([reply.status, reply.headers.get('x-should-retry')]).toEqual([502, 'false']);
    expect(fieldsOf(reply.records, 'upstream_failed')).toEqual([]);
    expect(reply.text.includes('check the key')).toBe(status === 401 || status === 403);
  });

  it.each<[string, Write]>([
    ['reports an error', withError(chat)],
    ['is cut', cut],
  ])('a byte of the reply has reached the caller, and the stream %s', async (_, write) => {
    first.script = broken(chat, async (response, events) => {
      response.write(Buffer.concat(events.slice(0, 3)));
      await pause(200);
      await write(response, events.slice(3));
    });
    const reply = await asked('first:openai', true);
    expect(reply.status).toBe(200);
    expect(contentOf(reply.text)).toMatch(/^I hear/);
    expect(fieldsOf(reply.records, 'upstream_failed')).toEqual([]);
  });

  it('no agreement with it is in force: the caller gets the error of the first', async () => {
    first.script = refusing(503, { 'retry-after': '3' });
    const reply = await asked('first:bare', false);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, '3']);
    expect(fieldsOf(reply.records, 'upstream_failed')).toMatchObject([
      { fallback: 'bare:model', handling: 'no_agreement', upstream_status: 503 },
    ]);
    const [ended] = fieldsOf(reply.records, 'response_completed');
    expect(ended).not.toHaveProperty('upstream');
    const overview = (await (await service.api('/api/v1/overview')).json()) as {
      readonly attention: readonly { readonly about: string; readonly names?: readonly string[] }[];
    };
    const missing = overview.attention.find(({ about }) => about === 'agreement_missing');
    expect(missing?.names).toContain('Unsigned Models Inc');
    expect(missing?.names).not.toContain('Two Models Inc');
  });

  it('the first one took the time of both: the caller gets its error', async () => {
    first.script = dripsFor(2 * totalMs);
    const reply = await asked('first:openai', false);
    expect([reply.status, JSON.parse(reply.text).error.message]).toEqual([
      502,
      expect.stringContaining('did not finish its reply in time'),
    ]);
    expect(fieldsOf(reply.records, 'upstream_failed')).toMatchObject([{ handling: 'no_time' }]);
  });

  it('its protocol cannot say the request', async () => {
    first.script = refusing(503);
    const reply = await asked('first:responses', false, { stop: ['bye'] });
    expect(reply.status).toBe(502);
    expect(fieldsOf(reply.records, 'upstream_failed')).toMatchObject([
      { handling: 'not_expressible' },
    ]);
  });
});
