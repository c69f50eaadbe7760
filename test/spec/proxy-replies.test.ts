import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, startProxy, user } from '../support/proxy-kit.ts';
import { echo, lastUserText, replying, type Script } from '../support/scripted-upstream.ts';
import { choicesOf, chunk, contentOf, dataOf, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const number = '202-555-0143';
const words = `call ${number}`;
const streamed = (messages = [user(words)]) => ({ stream: true, messages });
const role = event(chunk({ role: 'assistant', content: '' }));
const says = (content: string) => event(chunk({ content }));
const done = 'data: [DONE]\n\n';

/** Answers with an event stream; `next` is called once the text before it is sent. */
const eventStream =
  (write: (response: ServerResponse, token: string) => Promise<void> | void): Script =>
  async (seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await write(response, /TOK1\.\S+/.exec(lastUserText(seen))?.[0] ?? '');
  };

const completed = (id: string) => async () =>
  (await proxy.records(id, 'response_completed')).map(({ status, reason }) => ({ status, reason }));
const statusOf = (id: string) => async () => (await proxy.sessions(id))[0]?.status;

describe('a streamed reply keeps its framing (design D19)', () => {
  it('sends role, text, the finish chunk, usage and [DONE] in order; comments pass', async () => {
    const usage = event(
      JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage: { total_tokens: 8 } }),
    );
    proxy.upstream.script = eventStream((response, token) => {
      const cut = token.length - 4;
      const parts = [says(`Calling ${token.slice(0, cut)}`), says(token.slice(cut)), finish];
      response.end([': waiting\n\n', role, ...parts, usage, done].join(''));
    });
    const text = await (await proxy.post(agent, streamed())).text();
    expect(text.startsWith(`: waiting\n\n${role}`)).toBe(true);
    expect(text.endsWith(`${finish}${usage}${done}`)).toBe(true);
    expect(contentOf(text)).toBe(`Calling ${number}`);
    expect(choicesOf(text).filter((choice) => choice.finish_reason !== null)).toHaveLength(1);
  });

  it('a finished reply is whole although the provider never sends [DONE]', async () => {
    const fresh = await proxy.agent();
    proxy.upstream.script = eventStream((response) => {
      response.end(`${role}${says('Bye.')}${finish}`);
    });
    expect(await (await proxy.post(fresh, streamed())).text()).toBe(
      `${role}${says('Bye.')}${finish}`,
    );
    await expect.poll(completed(fresh)).toEqual([{ status: 'ok', reason: 'completed' }]);
  });

  it('keeps `<flush />` and the space that ends a buffer word', async () => {
    proxy.upstream.script = eventStream((response) => {
      response.end(`${role}${says('One moment... ')}${says('<flush />')}${finish}${done}`);
    });
    const text = await (await proxy.post(agent, streamed())).text();
    expect(text).toBe(`${role}${says('One moment... ')}${says('<flush />')}${finish}${done}`);
  });
});

describe(rule('Processing 6'), () => {
  it('plain text is not held: it arrives while the provider still waits', async () => {
    const heard = Promise.withResolvers<void>();
    proxy.upstream.script = eventStream(async (response) => {
      response.write(`${role}${says('Let me see')}`);
      await heard.promise;
      response.end(`${finish}${done}`);
    });
    const reader = reading(await proxy.post(agent, streamed()));
    await reader.until((text) => contentOf(text) === 'Let me see');
    heard.resolve();
    expect(await reader.rest()).toContain('[DONE]');
  });

  it('text is released when the provider stalls within a token: nothing is guessed', async () => {
    const heard = Promise.withResolvers<void>();
    proxy.upstream.script = eventStream(async (response, token) => {
      response.write(`${role}${says('Call ')}${says(token.slice(0, 27))}`);
      await heard.promise;
      response.end(`${says(`${token.slice(27)} now`)}${finish}${done}`);
    });
    const reader = reading(await proxy.post(agent, streamed()));
    await reader.until((text) => contentOf(text) === 'Call ');
    heard.resolve();
    expect(contentOf(await reader.rest())).toBe(`Call ${number} now`);
  });
});

describe(rule('Processing 11'), () => {
  const foreign = 'TOK1.MRN.K_HEALTHCARE.00000000000000000000';
  it.each([
    ['invented by the model', foreign, 'malformed'],
    ['of a key that is gone', 'TOK1.MRN.K_GONE.00000000000000000000', 'key_missing'],
  ])('%s', async (_, token, reason) => {
    const fresh = await proxy.agent();
    proxy.upstream.script = eventStream((response, own) => {
      response.end(`${role}${says(`${token} and ${own}`)}${finish}${done}`);
    });
    const text = await (await proxy.post(fresh, streamed())).text();
    expect(contentOf(text)).toBe(`[REDACTED:MRN] and ${number}`);
    await expect
      .poll(async () =>
        (await proxy.records(fresh, 'rehydration_failed')).map((record) => [
          record['entity_kind'],
          record['reason'],
        ]),
      )
      .toEqual([['MRN', reason]]);
    await expect.poll(statusOf(fresh)).toBe('partial');
    expect(await completed(fresh)()).toEqual([{ status: 'partial', reason: 'rehydration_failed' }]);
  });

  it('a real token of another call is not restored (design D16)', async () => {
    proxy.upstream.script = echo;
    const fresh = await proxy.agent();
    await proxy.ask(fresh, [user(words)]);
    const earlier = /TOK1\.\w+\.\w+\.\w+/.exec(proxy.sent())?.[0] ?? '';
    expect(await proxy.ask(fresh, [user(`again ${earlier}`)])).toBe(
      'I heard: again [REDACTED:PHONE]',
    );
    expect(proxy.sent()).not.toContain(earlier);
    proxy.upstream.script = replying(`Again ${earlier}.`);
    expect(await proxy.ask(fresh, [user('again')])).toBe('Again [REDACTED:PHONE].');
    await expect
      .poll(async () => (await proxy.records(fresh, 'rehydration_failed'))[0])
      .toMatchObject({ reason: 'out_of_scope' });
  });

  it('SVC_REHYDRATION_SCOPE=agent restores tokens of all calls of the agent', async () => {
    const wide = await startProxy({ SVC_REHYDRATION_SCOPE: 'agent' });
    const [own, other] = [await wide.agent(), await wide.agent()];
    await wide.ask(own, [user(words)]);
    const earlier = /TOK1\.\w+\.\w+\.\w+/.exec(wide.sent())?.[0] ?? '';
    expect(await wide.ask(own, [user(`again ${earlier}`)])).toBe(`I heard: again ${number}`);
    expect(await wide.ask(other, [user(`again ${earlier}`)])).toBe(
      'I heard: again [REDACTED:PHONE]',
    );
    await wide.close();
  });
});

describe('the provider’s call ends as soon as the caller hangs up (design D38)', () => {
  it.each([
    ['before the reply begins', false, { status: 'error', reason: 'client_gone' }],
    ['in the middle of it', true, { status: 'partial', reason: 'client_gone' }],
  ])('%s, and the journal records it', async (_, begins, expected) => {
    const fresh = await proxy.agent();
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    proxy.upstream.script = (_seen, response) => {
      response.once('close', closed.resolve);
      if (begins) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`${role}${says('Let me')}`);
      }
      arrived.resolve();
    };
    const caller = new AbortController();
    const asked = proxy.post(fresh, streamed(), { signal: caller.signal });
    await arrived.promise;
    if (begins) await reading(await asked).until((text) => contentOf(text) === 'Let me');
    const over = asked.catch(() => undefined);
    caller.abort();
    await closed.promise;
    await over;
    await expect.poll(completed(fresh)).toEqual([expected]);
    await expect.poll(statusOf(fresh)).toBe(expected.status);
  });
});

describe('a caller may hang up after the whole reply', () => {
  it('the reply is whole although the provider keeps its connection open', async () => {
    const fresh = await proxy.agent();
    const caller = new AbortController();
    const closed = Promise.withResolvers<void>();
    proxy.upstream.script = eventStream((response) => {
      response.once('close', closed.resolve);
      response.write(`${role}${says('Bye.')}${finish}${done}`);
    });
    const response = await proxy.post(fresh, streamed(), { signal: caller.signal });
    await reading(response).until((text) => text.includes('[DONE]'));
    caller.abort();
    await closed.promise;
    await expect.poll(completed(fresh)).toEqual([{ status: 'ok', reason: 'completed' }]);
  });
});

describe(rule('POST /proxy 3'), () => {
  const answers =
    (status: number, type: string, body: string, headers = {}): Script =>
    (_, response) => {
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(body);
    };
  const json = 'application/json';
  it.each<[string, boolean, Script]>([
    ['status 400', false, answers(400, json, '{"error":{"message":"bad 202-555-0143"}}')],
    ['status 429', true, answers(429, json, '{}', { 'retry-after': '7' })],
    ['status 500', true, answers(500, 'text/html', '<h1>oops</h1>')],
    ['a redirect', false, answers(302, json, '{}', { location: 'https://example.com/' })],
    ['text that is no JSON', false, answers(200, json, '{"choices":[')],
    ['JSON that is no completion', false, answers(200, json, '{"error":{"message":"overloaded"}}')],
    ['JSON that is nothing', false, answers(200, json, 'null')],
    ['JSON where a stream was asked for', true, answers(200, json, '{"choices":[]}')],
    ['a stream where JSON was asked for', false, answers(200, 'text/event-stream', done)],
    ['an empty stream', true, answers(200, 'text/event-stream', '')],
    [
      'a stream that begins with an error',
      true,
      answers(200, 'text/event-stream', event('{"error":"busy"}')),
    ],
    ['a connection that breaks', false, (_, response) => void response.destroy()],
  ])('%s', async (_, stream, script) => {
    const fresh = await proxy.agent();
    proxy.upstream.script = script;
    const response = await proxy.post(fresh, { ...streamed(), stream });
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(JSON.parse(text).error).toMatchObject({
      code: 'upstream_error',
      request_id: response.headers.get('x-request-id'),
    });
    expect(text).not.toMatch(/555[- ]?0143|overloaded|oops|busy/);
    await expect.poll(completed(fresh)).toEqual([{ status: 'error', reason: 'upstream_error' }]);
    await expect.poll(statusOf(fresh)).toBe('error');
  });

  it('a refused reply frees its connection', async () => {
    const gone = Promise.withResolvers<void>();
    proxy.upstream.script = (_, response) => {
      response.once('close', gone.resolve);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    };
    expect((await proxy.post(agent, streamed())).status).toBe(502);
    await gone.promise;
  });
});

describe('after the first byte an error is an event of the stream (design D38)', () => {
  let reached: PromiseWithResolvers<void>;
  it.each<[string, (response: ServerResponse) => Promise<void> | void]>([
    [
      'when the provider dies',
      async (response) => {
        await reached.promise;
        response.destroy();
      },
    ],
    ['when it stops without finishing', (response) => void response.end()],
    ['when it reports one', (response) => void response.end(event('{"error":{"message":"busy"}}'))],
    ['when it reports one as text', (response) => void response.end(event('{"error":"busy"}'))],
  ])('%s', async (_, stop) => {
    reached = Promise.withResolvers<void>();
    const fresh = await proxy.agent();
    proxy.upstream.script = eventStream(async (response) => {
      response.write(`${role}${says('Let me')}`);
      await stop(response);
    });
    const response = await proxy.post(fresh, streamed());
    const reader = reading(response);
    await reader.until((text) => contentOf(text) === 'Let me');
    reached.resolve();
    const [last = '', ...before] = [...dataOf(await reader.rest())].reverse();
    expect(before.join()).not.toContain('busy');
    expect(JSON.parse(last)).toEqual({
      error: {
        code: 'upstream_error',
        message: expect.any(String),
        request_id: response.headers.get('x-request-id'),
      },
    });
    await expect.poll(completed(fresh)).toEqual([{ status: 'partial', reason: 'upstream_cut' }]);
    await expect.poll(statusOf(fresh)).toBe('partial');
  });
});
