import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { echo, type Script } from '../support/scripted-upstream.ts';
import { chunk, contentOf, dataOf, event } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const connections = 3;
const begun = event(chunk({ content: 'Let me see. ' }));

let proxy: ProxyKit;
let agent: string;
beforeAll(async () => {
  proxy = await startProxy({
    SVC_UPSTREAM_CONNECTIONS: String(connections),
    SVC_UPSTREAM_FIRST_BYTE_MS: '400',
    // Far enough apart for a busy machine: a drip every 20 ms is no silence.
    SVC_UPSTREAM_STALL_MS: '1000',
    SVC_UPSTREAM_TOTAL_MS: '2500',
  });
  agent = await proxy.agent();
});
afterAll(() => proxy?.close());

const ask = (stream: boolean) => proxy.post(agent, { stream, messages: [user('hello')] });
const errorOf = async (response: Response) => {
  const text = await response.text();
  return JSON.parse(dataOf(text).at(-1) ?? text).error;
};
/** Checks that all connections are free: that number of calls can run at the same time. */
const allAreFree = async () => {
  proxy.upstream.script = echo;
  const answers = Array.from({ length: connections }, () => proxy.ask(agent, [user('hello')]));
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'I heard: hello'));
};

const silent: Script = () => undefined;
const stalling: Script = (_seen, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(begun);
};
const dripping =
  (status: number, type: string): Script =>
  async (_seen, response) => {
    response.writeHead(status, { 'content-type': type });
    while (!response.destroyed) {
      response.write(' ');
      await pause(20);
    }
  };

describe('design D46: a provider has time limits that fit a phone call', () => {
  it.each<[string, boolean, Script, number, string]>([
    ['takes the request and says nothing', true, silent, 502, 'did not answer in time'],
    ['says nothing to a request without a stream', false, silent, 502, 'did not answer in time'],
    ['falls silent within a stream', true, stalling, 200, 'fell silent'],
    ['drips a reply without end', false, dripping(200, 'application/json'), 502, 'did not finish'],
    ['drips an error without end', true, dripping(500, 'text/plain'), 502, 'status 500'],
  ])('a provider that %s is given up', async (_, stream, script, status, message) => {
    for (let round = 0; round < connections; round += 1) {
      proxy.upstream.script = script;
      const response = await ask(stream);
      expect(response.status).toBe(status);
      expect(await errorOf(response)).toMatchObject({
        code: 'upstream_error',
        message: expect.stringContaining(message),
      });
    }
    await expect.poll(allAreFree, { timeout: 30_000 }).toBeUndefined();
  });

  it('an unreachable provider has its own error', async () => {
    const away = await startProxy({ SVC_UPSTREAM_BASE_URL: 'http://127.0.0.1:1/v1' });
    const id = await away.agent();
    const response = await away.post(id, { messages: [user('hello')] });
    expect(response.status).toBe(502);
    expect((await errorOf(response)).message).toContain('could not be reached');
    await away.close();
  });
});

describe('design D46: a request beyond the connections is answered immediately', () => {
  it('it gets 503 with a retry time, never silence', async () => {
    const goOn = Promise.withResolvers<void>();
    proxy.upstream.script = async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (!response.destroyed) {
        response.write(begun);
        if ((await Promise.race([goOn.promise, pause(50, 'on')])) !== 'on') break;
      }
      response.end(event(chunk({}, 'stop')));
    };
    const open = await Promise.all(Array.from({ length: connections }, () => ask(true)));
    const readers = open.map(reading);
    await Promise.all(readers.map((reader) => reader.until((text) => contentOf(text) !== '')));
    for (const stream of [true, false]) {
      const response = await ask(stream);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await errorOf(response)).toMatchObject({
        code: 'upstream_busy',
        message: `all ${connections} connections to the upstream provider are in use`,
      });
    }
    goOn.resolve();
    await Promise.all(readers.map((reader) => reader.rest()));
    await expect.poll(allAreFree, { timeout: 30_000 }).toBeUndefined();
    await expect
      .poll(async () =>
        (await proxy.records(agent, 'response_completed')).map((one) => one['reason']),
      )
      .toContain('upstream_busy');
  });

  it('a request whose caller hangs up frees its connection', async () => {
    for (let round = 0; round < connections; round += 1) {
      proxy.upstream.script = stalling;
      const caller = new AbortController();
      const response = await proxy.post(
        agent,
        { stream: true, messages: [user('hello')] },
        { signal: caller.signal },
      );
      await reading(response).until((text) => contentOf(text) !== '');
      caller.abort();
    }
    await expect.poll(allAreFree, { timeout: 30_000 }).toBeUndefined();
  });
});
