import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { echo, type Script } from '../support/scripted-upstream.ts';
import { chunk, contentOf, event, finish } from '../support/sse-kit.ts';

const number = '202-555-0143';
const says = (content: string) => event(chunk({ content }));
const begun = says('Let me see. ');
const megabyte = Buffer.alloc(1_048_576, 'x');

let proxy: ProxyKit;
let agent: string;
beforeAll(async () => {
  proxy = await startProxy();
  agent = await proxy.agent();
});
afterAll(() => proxy?.close());

const stream =
  (write: (response: ServerResponse) => void): Script =>
  (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response);
  };
const json =
  (body: string): Script =>
  (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  };
/** Writes without end, as fast as it is taken. */
const flood = (first: string, unit: Buffer | string) =>
  stream((response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(unit));
    };
    response.on('drain', more);
    response.write(first);
    more();
  });

/** A streamed reply on a connection of its own, to be left in the middle. */
async function openCall(): Promise<IncomingMessage> {
  const body = JSON.stringify({ stream: true, messages: [user('hello')] });
  const digest = createHmac('sha256', proxy.service.secret).update(body).digest('hex');
  const outgoing = request(`${proxy.service.url}/proxy/${agent}/v1/chat/completions`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'x-voice-signature': digest },
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

/** Waits until the journal has the end of every turn. */
const recorded = () =>
  expect
    .poll(async () => {
      const [turns, ends] = await Promise.all([
        proxy.records(agent, 'request_masked'),
        proxy.records(agent, 'response_completed'),
      ]);
      return turns.length - ends.length;
    })
    .toBe(0);

describe('whatever a provider does, the call ends, its end is journalled, and the next one is served', () => {
  it.each<[string, boolean, Script, RegExp]>([
    ['is silent and hangs up', false, (_, response) => void response.destroy(), /upstream_error/],
    [
      'resets in the middle of a whole reply',
      false,
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 999 });
        response.write('{"choices":[');
        setImmediate(() => response.socket?.resetAndDestroy());
      },
      /upstream_error/,
    ],
    [
      'resets in the middle of a stream',
      true,
      stream((response) => {
        response.write(begun, () => response.socket?.resetAndDestroy());
      }),
      /upstream_error/,
    ],
    [
      'ends without [DONE] and without finishing',
      true,
      stream((r) => r.end(begun)),
      /upstream_cut|upstream_error/,
    ],
    ['ends without [DONE], finished', true, stream((r) => r.end(begun + finish)), /Let me see/],
    [
      'sends bytes that are no text',
      true,
      stream((r) => r.end(Buffer.from([0xff, 0xfe, 0, 0x80]))),
      /upstream_error/,
    ],
    [
      'sends events that are no JSON',
      true,
      stream((r) => r.end(`${begun}data: {{{\n\n`)),
      /upstream_error/,
    ],
    [
      'sends JSON that is no chunk',
      true,
      stream((r) => r.end(`${begun}data: [1,null]\n\ndata: 7\n\n`)),
      /upstream_error/,
    ],
    [
      'sends choices that are none',
      true,
      stream((r) => r.end(`${event('{"choices":{"0":1}}')}${event('{"choices":[null,3]}')}`)),
      /upstream_error/,
    ],
    [
      'answers a whole reply with choices that are none',
      false,
      json('{"choices":[null,7,{"message":3}]}'),
      /upstream_error/,
    ],
    [
      'answers far too much',
      false,
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write(megabyte));
        };
        response.on('drain', more);
        more();
      },
      /upstream_error/,
    ],
    ['says one line without end', true, flood('data: ', megabyte), /upstream_error/],
  ])('%s', async (_what, streamed, script, expected) => {
    proxy.upstream.script = script;
    const response = await proxy.post(agent, {
      stream: streamed,
      messages: [user(`call ${number}`)],
    });
    expect(await response.text()).toMatch(expected);
    expect([200, 502]).toContain(response.status);
    proxy.upstream.script = echo;
    expect(await proxy.ask(agent, [user(number)])).toBe(`I heard: ${number}`);
    expect((await fetch(`${proxy.service.url}/health`)).status).toBe(200);
    await recorded();
  });

  it('stalls for longer than the buffer: the caller gets the text so far, and hanging up ends the call', async () => {
    const gone = Promise.withResolvers<void>();
    proxy.upstream.script = stream((response) => {
      response.once('close', gone.resolve);
      response.write(begun);
    });
    const response = await openCall();
    const [first] = await once(response, 'data');
    expect(contentOf(String(first))).toBe('Let me see. ');
    response.destroy();
    await gone.promise;
    await recorded();
  });

  it('floods: the service does not read ahead for a caller who reads nothing', async () => {
    let sent = 0;
    const blocked = Promise.withResolvers<void>();
    const unit = says('x'.repeat(60_000));
    proxy.upstream.script = stream((response) => {
      const more = (): void => {
        while (!response.destroyed) {
          sent += unit.length;
          if (response.write(unit)) continue;
          const waited = setTimeout(blocked.resolve, 400);
          response.once('drain', () => {
            clearTimeout(waited);
            more();
          });
          return;
        }
      };
      more();
    });
    const response = await openCall();
    expect(response.statusCode).toBe(200);
    await blocked.promise;
    // What two pairs of sockets and their streams hold; without back-pressure it would grow for ever.
    expect(sent).toBeLessThan(64 * megabyte.length);
    response.destroy();
    proxy.upstream.script = echo;
    expect(await proxy.ask(agent, [user('hello')])).toBe('I heard: hello');
    await recorded();
  });
});
