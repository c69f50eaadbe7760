import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { echo, type Script } from '../support/scripted-upstream.ts';
import { contentOf } from '../support/sse-kit.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-ty';

let proxy: ProxyKit;
let agent: string;
beforeAll(async () => {
  proxy = await startProxy({ SVC_UPSTREAM_FIRST_BYTE_MS: '3000' });
  agent = await proxy.agent();
});
afterAll(() => proxy?.close());

/** Connections on which the provider has answered. */
const used = new WeakSet<Socket>();
const answering: Script = (seen, response) => {
  used.add(response.req.socket);
  return echo(seen, response);
};
/** Ends a connection that waited for its next request, as that request arrives. */
const endingIdle =
  (end: (socket: Socket) => void): Script =>
  (seen, response) => {
    const { socket } = response.req;
    return used.has(socket) ? end(socket) : answering(seen, response);
  };
const always =
  (end: (socket: Socket) => void): Script =>
  (_seen, { req: { socket } }) =>
    end(socket);
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const close = (socket: Socket): void => void socket.end();
const ask = (stream: boolean) => proxy.post(agent, { stream, messages: [user('hello')] });

describe('design D46: a provider closes a connection as a request is sent on it', () => {
  beforeEach(async () => {
    proxy.upstream.script = answering;
    expect(await proxy.ask(agent, [user('hello')])).toBe('I heard: hello');
    proxy.upstream.seen.length = 0;
  });

  it.each([
    ['resets it', false, reset],
    ['closes it', false, close],
    ['resets it before a stream', true, reset],
    ['closes it before a stream', true, close],
  ])('%s: the request is sent again on a new connection', async (_what, stream, end) => {
    proxy.upstream.script = endingIdle(end);
    const response = await ask(stream);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(stream ? contentOf(text) : text).toContain('I heard: hello');
    const [first, second, ...more] = proxy.upstream.seen.map(({ raw }) => raw);
    expect([second, more]).toEqual([first, []]);
  });

  it.each([
    ['ends each connection: it is sent twice, never a third time', always(reset), 2],
    [
      'has begun its reply: it is not sent again',
      always((socket) => void socket.write(head, () => reset(socket))),
      1,
    ],
  ])('%s', async (_what, script, sent) => {
    proxy.upstream.script = script;
    const response = await ask(false);
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('upstream_error');
    expect(proxy.upstream.seen).toHaveLength(sent);
  });

  it('ends a connection and is silent on the next: both fit the time to a first byte', async () => {
    const sockets: Socket[] = [];
    proxy.upstream.script = (_seen, { req: { socket } }) => {
      sockets.push(socket);
      if (sockets.length === 1) setTimeout(reset, 1_500, socket);
    };
    const startedMs = performance.now();
    const response = await ask(false);
    expect(await response.text()).toContain('did not answer in time');
    // Two attempts of their own would take 4.5 s.
    expect(performance.now() - startedMs).toBeLessThan(4_400);
    expect(sockets).toHaveLength(2);
  });
});

describe('design D46: a provider cannot be connected to', () => {
  it('the request is tried on two connections', async () => {
    const away = await startProxy({ SVC_UPSTREAM_BASE_URL: 'http://127.0.0.1:1/v1' });
    const id = await away.agent();
    let failed = 0;
    const count = (): void => {
      failed += 1;
    };
    subscribe('undici:client:connectError', count);
    const response = await away.post(id, { messages: [user('hello')] });
    unsubscribe('undici:client:connectError', count);
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('could not be reached');
    expect(failed).toBe(2);
    await away.close();
  });
});
