import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { echo, lastUserText, type Script } from '../support/scripted-upstream.ts';
import { chunk, contentOf, doneEvent, event } from '../support/sse-kit.ts';

let proxy: SharedProxy;
let agent: string;
beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const number = '202-555-0143';
const messages = [user(`call ${number}`)];

/** Answers with the caller's own words, as `encode` makes them. */
const answers =
  (encode: (text: string) => Buffer, headers: Readonly<Record<string, string>>): Script =>
  (seen, response) => {
    const content = lastUserText(seen);
    const stream = seen.body.stream === true;
    response.writeHead(200, {
      'content-type': stream ? 'text/event-stream' : 'application/json',
      ...headers,
    });
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const events = `${event(chunk({ content }, 'stop'))}${doneEvent}`;
    response.end(encode(stream ? events : JSON.stringify({ choices })));
  };

describe('a reply is read as text (design D46)', () => {
  it('the proxy asks the provider for text without compression', async () => {
    proxy.upstream.script = echo;
    await proxy.ask(agent, messages);
    expect(proxy.upstream.seen.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  it.each([false, true])('a compressed reply is refused; streamed: %s', async (stream) => {
    proxy.upstream.script = answers(gzipSync, { 'content-encoding': 'gzip' });
    const response = await proxy.post(agent, { stream, messages });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_error' } });
  });

  it.each(['identity', ''])(
    'a reply with the identity encoding is restored: %j',
    async (encoding) => {
      proxy.upstream.script = answers(Buffer.from, { 'content-encoding': encoding });
      const response = await proxy.post(agent, { stream: true, messages });
      expect(contentOf(await response.text())).toBe(`call ${number}`);
    },
  );

  it('the first event after a byte order mark is restored', async () => {
    proxy.upstream.script = answers((text) => Buffer.from(`\uFEFF${text}`), {});
    const text = await (await proxy.post(agent, { stream: true, messages })).text();
    expect(text.startsWith('data: ')).toBe(true);
    expect(contentOf(text)).toBe(`call ${number}`);
  });
});
