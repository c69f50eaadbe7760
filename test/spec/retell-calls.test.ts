import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import { echo, type Script, writeByteByByte } from '../support/scripted-upstream.ts';
import { chunk, content, doneEvent, event, finish } from '../support/sse-kit.ts';

const phone = '202-555-0143';
const ssn = '123-45-6789';

let proxy: SharedProxy;
let agent: string;
let address: string;
let calls = 0;
beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent({
    system_prompt: 'You answer the telephone of a clinic.',
    first_message: 'Lakeside clinic, how can I help?',
    tools: [
      tool('end_call', { message: { type: 'string' } }),
      tool('transfer_call', {
        message: { type: 'string' },
        number: { type: 'string', enum: ['+1 202 555 0111', '+1 202 555 0112'] },
      }),
      tool('press_digit', { digit: { type: 'string' } }),
      tool('book_visit', { day: { type: 'string' } }),
    ],
  });
  address = await addressOf(agent);
});
beforeEach(() => {
  proxy.upstream.script = echo;
});

function tool(name: string, properties: object) {
  return { type: 'function', function: { name, parameters: { type: 'object', properties } } };
}

async function tokenOf(agentId: string): Promise<{ id: string; secret: string }> {
  const path = `/api/v1/agents/${agentId}/tokens`;
  const made = await proxy.service.api(path, { method: 'POST' });
  return ((await made.json()) as { token: { id: string; secret: string } }).token;
}

const addressOf = async (agentId: string) =>
  `${proxy.service.url}/proxy/${agentId}/retell/${(await tokenOf(agentId)).secret}`;

const newCall = (at = address): Promise<CallSocket> => {
  calls += 1;
  return connectCall(`${at}/call-${calls}`);
};

const question = (id: number, said: readonly (readonly [string, string])[], type = 'response') => ({
  interaction_type: `${type}_required`,
  response_id: id,
  transcript: said.map(([role, words]) => ({
    role,
    content: words,
    words: words.split(' ').map((word) => ({ word, start: 0, end: 1 })),
  })),
});

/** The whole answer to a question, once it is complete. */
const answerTo = (socket: CallSocket, id: number) =>
  socket.until((got) => {
    const parts = got.filter((one) => one['response_id'] === id);
    const last = parts.at(-1);
    if (last?.['content_complete'] !== true) return undefined;
    const { content: _, ...end } = last;
    return { words: parts.map((part) => part['content']).join(''), end };
  });

const calling = (name: string, given: object): Script => {
  return async (_seen, response) => {
    response.setHeader('content-type', 'text/event-stream');
    const called = { index: 0, id: 'c1', type: 'function' };
    const halves = JSON.stringify(given).match(/[\s\S]{1,7}/g) ?? [];
    const events = [
      chunk({ role: 'assistant', content: null, tool_calls: [{ ...called, function: { name } }] }),
      ...halves.map((half) => chunk({ tool_calls: [{ index: 0, function: { arguments: half } }] })),
    ];
    await writeByteByByte(
      response,
      `${events.map((one) => event(one)).join('')}${finish}${doneEvent}`,
    );
    response.end();
  };
};

const sessionOf = async (n = calls) =>
  (await proxy.records(agent, 'call_started')).at(-(calls - n + 1))?.session_id;
const eventsOf = async (session: string | undefined) =>
  (await proxy.records(agent)).filter((one) => one.session_id === session).map(({ kind }) => kind);

describe('a call of Retell (Retell’s documentation, LLM WebSocket)', () => {
  it('begins with the configuration and with the first message of the agent', async () => {
    const socket = await newCall();
    const [config, begin] = await socket.until((got) => (got.length >= 2 ? got : undefined));
    expect(config).toEqual({
      response_type: 'config',
      config: { auto_reconnect: true, call_details: true },
    });
    expect(begin).toEqual({
      response_type: 'response',
      response_id: 0,
      content: 'Lakeside clinic, how can I help?',
      content_complete: true,
    });
    await socket.hangUp();
  });

  it('the model sees no value, the caller hears it, at every cut of the stream', async () => {
    const socket = await newCall();
    socket.send({
      interaction_type: 'call_details',
      call: { call_id: 'x', direction: 'inbound', from_number: '+12025550199', metadata: { ssn } },
    });
    const said = [
      ['agent', 'Lakeside clinic, how can I help?'],
      ['user', `my number is ${phone} and my social is ${ssn}`],
    ] as const;
    socket.send({ interaction_type: 'update_only', transcript: [], turntaking: 'user_turn' });
    socket.send(question(1, said));
    const { words, end } = await answerTo(socket, 1);
    expect(words).toBe(`I heard: my number is ${phone} and my social is ${ssn}`);
    expect(end).toEqual({ response_type: 'response', response_id: 1, content_complete: true });
    expect(proxy.sent()).not.toMatch(/555-0143|123-45|5550199|call-\d/);
    expect(proxy.sent()).toContain('TOK1.PHONE');
    await socket.hangUp();
  });

  it('the model gets the prompt, the transcript, and only functions that Retell carries out', async () => {
    const socket = await newCall();
    socket.send(
      question(1, [
        ['agent', 'Hello?'],
        ['user', 'good morning'],
        ['agent', 'Yes?'],
      ]),
    );
    await answerTo(socket, 1);
    const { messages, tools } = proxy.upstream.seen.at(-1)?.body ?? {};
    expect(messages?.map(({ role }) => role)).toEqual(['system', 'assistant', 'user', 'assistant']);
    expect(messages?.[0]?.content).toContain('You answer the telephone of a clinic.');
    expect(messages?.[0]?.content).toContain('codes that begin with TOK1');
    expect(tools).toHaveLength(3);
    expect(JSON.stringify(tools)).not.toMatch(/book_visit|0111/);
    await socket.hangUp();
  });

  it('interim transcripts ask the model nothing', async () => {
    const socket = await newCall();
    const before = proxy.upstream.seen.length;
    for (const words of ['my', 'my number', `my number is ${phone}`]) {
      const transcript = [{ role: 'user', content: words }];
      socket.send({ interaction_type: 'update_only', transcript });
    }
    socket.send({ interaction_type: 'ping_pong', timestamp: 1703302407333 });
    await socket.until((got) => got.find((one) => one['response_type'] === 'ping_pong'));
    expect(socket.got.at(-1)).toEqual({ response_type: 'ping_pong', timestamp: 1703302407333 });
    expect(proxy.upstream.seen).toHaveLength(before);
    await socket.hangUp();
  });

  it('a newer question stops the answer before, also at the provider', async () => {
    const gone = Promise.withResolvers<void>();
    proxy.upstream.script = async (seen, response) => {
      if (!seen.raw.includes('and one more thing')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(content('Let me see. '));
        response.once('close', gone.resolve);
        return;
      }
      await echo(seen, response);
    };
    const socket = await newCall();
    socket.send(question(1, [['user', 'when am I due?']]));
    await socket.until((got) => got.find((one) => one['content'] === 'Let me see. '));
    socket.send(question(2, [['user', `when am I due? and one more thing, I am at ${phone}`]]));
    await gone.promise;
    const { words } = await answerTo(socket, 2);
    expect(words).toContain(phone);
    expect(socket.got.filter((one) => one['response_id'] === 1)).toHaveLength(1);
    socket.send(question(1, [['user', 'a late question']]));
    await socket.hangUp();
    await eventually(async () => {
      expect(await eventsOf(await sessionOf())).toContain('session_sealed');
    });
    expect(proxy.sent()).not.toContain('a late question');
  });

  it('a reminder asks the model to speak up, not in the caller’s name', async () => {
    const socket = await newCall();
    socket.send(question(1, [['agent', 'Are you well?']], 'reminder'));
    await answerTo(socket, 1);
    const last = proxy.upstream.seen.at(-1)?.body.messages.at(-1);
    expect(last).toMatchObject({ role: 'system', content: /has been silent/ });
    await socket.hangUp();
  });

  it.each([
    ['end_call', { message: 'Goodbye.' }, 'Goodbye.', { end_call: true }],
    ['end_call', {}, '', { end_call: true }],
    [
      'transfer_call',
      { message: 'One moment.', number: '+12025550112' },
      'One moment.',
      { transfer_number: '+1 202 555 0112' },
    ],
    ['transfer_call', { message: 'One moment.', number: '+19005550100' }, 'One moment.', {}],
    ['press_digit', { digit: '1#' }, '', { digit_to_press: '1#' }],
    ['press_digit', { digit: 'one' }, '', {}],
    ['book_visit', { message: 'Booked.' }, '', {}],
  ])('function %s with %j', async (name, given, words, action) => {
    proxy.upstream.script = calling(name, given);
    const socket = await newCall();
    socket.send(question(1, [['user', 'thank you']]));
    const answer = await answerTo(socket, 1);
    expect(answer.words).toBe(words);
    expect(answer.end).toEqual({
      response_type: 'response',
      response_id: 1,
      content_complete: true,
      ...action,
    });
    await socket.hangUp();
  });
});

describe('the number to transfer to', () => {
  it('is a token to the model, and the clinic’s own number to Retell', async () => {
    proxy.upstream.script = (seen, response) => {
      const token = /"enum":\["(TOK1[^"]+)"/.exec(seen.raw)?.[1] ?? '';
      return calling('transfer_call', { number: token })(seen, response);
    };
    const socket = await newCall();
    socket.send(question(1, [['user', 'let me speak to somebody']]));
    expect((await answerTo(socket, 1)).end).toMatchObject({ transfer_number: '+1 202 555 0111' });
    await socket.hangUp();
  });
});

describe('one call of Retell is one session', () => {
  it('with the events of a chat call, ended when Retell hangs up', async () => {
    const socket = await newCall();
    socket.send(question(1, [['user', `I am at ${phone}`]]));
    await answerTo(socket, 1);
    socket.send(
      question(2, [
        ['user', `I am at ${phone}`],
        ['agent', 'Yes.'],
        ['user', 'bye'],
      ]),
    );
    await answerTo(socket, 2);
    await socket.hangUp();
    const kinds = await eventually(async () => {
      const found = await eventsOf(await sessionOf());
      expect(found).toContain('session_sealed');
      return found;
    });
    expect(kinds.filter((kind) => kind === 'response_completed')).toHaveLength(2);
    expect(kinds).toContain('egress_scanned');
    expect(kinds.at(0)).toBe('call_started');
    const text = JSON.stringify(await proxy.service.records());
    expect(text).not.toMatch(/555-0143|5550199/);
  });

  it('that goes on when the connection breaks and Retell connects again', async () => {
    const first = await newCall();
    first.send(question(1, [['user', `I am at ${phone}`]]));
    await answerTo(first, 1);
    const session = await sessionOf();
    first.breakOff();
    const again = await connectCall(`${address}/call-${calls}`);
    expect((await answerTo(again, 0)).words).toBe('');
    again.send(
      question(2, [
        ['user', `I am at ${phone}`],
        ['user', 'hello?'],
      ]),
    );
    await answerTo(again, 2);
    expect(await sessionOf()).toBe(session);
    await again.hangUp();
    await eventually(async () => expect(await eventsOf(session)).toContain('session_sealed'));
    const answers = (await eventsOf(session)).filter((kind) => kind === 'response_completed');
    expect(answers).toHaveLength(2);
  });

  it('in which nobody has asked anything before the break begins with the first message again', async () => {
    const first = await newCall();
    await answerTo(first, 0);
    first.breakOff();
    const again = await connectCall(`${address}/call-${calls}`);
    expect((await answerTo(again, 0)).words).toBe('Lakeside clinic, how can I help?');
    await again.hangUp();
  });

  it('of which an earlier process has had turns does not begin with the first message again', async () => {
    calls += 1;
    const call = { id: `call-${calls}` };
    await proxy.ask(agent, [{ role: 'user', content: 'when do you open' }], { call });
    const socket = await connectCall(`${address}/${call.id}`);
    expect((await answerTo(socket, 0)).words).toBe('');
    socket.send(question(1, [['user', 'when do you open']]));
    expect((await answerTo(socket, 1)).words).toBe('I heard: when do you open');
    await socket.hangUp();
  });

  it('in which an answer that a break cut off is given over the next connection', async () => {
    const asked = Promise.withResolvers<void>();
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(content('We open at '));
      asked.resolve();
    };
    const first = await newCall();
    first.send(question(1, [['user', `when do you open, I am at ${phone}`]]));
    await asked.promise;
    proxy.upstream.script = echo;
    first.breakOff();
    const again = await connectCall(`${address}/call-${calls}`);
    expect((await answerTo(again, 1)).words).toBe(`I heard: when do you open, I am at ${phone}`);
    await again.hangUp();
  });

  it('in which the next connection gets an answer that may have been lost, and the model is asked nothing', async () => {
    const { upstream } = proxy;
    upstream.script = calling('transfer_call', {
      message: 'One moment.',
      number: '+1 202 555 0112',
    });
    const first = await newCall();
    first.send(question(3, [['user', 'the front desk please']]));
    await answerTo(first, 3);
    first.breakOff();
    const asked = upstream.seen.length;
    const again = await connectCall(`${address}/call-${calls}`);
    expect(await answerTo(again, 3)).toMatchObject({
      words: 'One moment.',
      end: { content_complete: true, transfer_number: '+1 202 555 0112' },
    });
    expect(upstream.seen).toHaveLength(asked);
    upstream.script = echo;
    again.send(question(4, [['user', 'hello?']]));
    expect((await answerTo(again, 4)).words).toBe('I heard: hello?');
    await again.hangUp();
    const later = await connectCall(`${address}/call-${calls}`);
    later.send({ interaction_type: 'ping_pong', timestamp: 1 });
    await later.until((got) => got.find((one) => one['response_type'] === 'ping_pong'));
    expect(later.got.filter((one) => Number(one['response_id']) > 0)).toEqual([]);
    await later.hangUp();
  });

  it('that goes on while one of its sockets is open, even if another one closes', async () => {
    const socket = await newCall();
    const again = await connectCall(`${address}/call-${calls}`);
    const stranger = await connectCall(`${await addressOf(agent)}/call-${calls}`);
    await stranger.hangUp();
    await socket.hangUp();
    again.send(question(1, [['user', `my number is ${phone}`]]));
    await answerTo(again, 1);
    again.send(question(2, [['user', 'are you there']]));
    await answerTo(again, 2);
    await eventually(async () => {
      const [session] = await proxy.sessions(agent);
      expect(session).toMatchObject({ turn_count: 2, ended: false, status: 'ok' });
    });
    await again.hangUp();
    await eventually(async () => {
      expect((await proxy.sessions(agent))[0]).toMatchObject({ turn_count: 2, ended: true });
    });
  });

  it('ended over its newest socket, although the one before is not known to be broken', async () => {
    const before = await newCall();
    const again = await connectCall(`${address}/call-${calls}`);
    again.send(question(1, [['user', 'are you there']]));
    await answerTo(again, 1);
    await again.hangUp();
    await eventually(async () => {
      expect((await proxy.sessions(agent))[0]).toMatchObject({ turn_count: 1, ended: true });
    });
    before.breakOff();
  });

  it('a socket that dies in the middle of an answer stops the provider', async () => {
    const gone = Promise.withResolvers<void>();
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(content('Let me see. '));
      response.once('close', gone.resolve);
    };
    const socket = await newCall();
    socket.send(question(1, [['user', 'when am I due?']]));
    await socket.until((got) => got.find((one) => one['content'] === 'Let me see. '));
    socket.breakOff();
    await gone.promise;
    const session = await sessionOf();
    await eventually(async () => {
      const [record] = (await proxy.records(agent, 'response_completed')).filter(
        (one) => one.session_id === session,
      );
      expect(record).toMatchObject({ status: 'partial', reason: 'client_gone' });
    });
  });
});

describe('what a socket refuses', () => {
  const refused = (url: string) =>
    connectCall(url).then(
      () => 'connected',
      (error: Error) => error.message,
    );

  it('a wrong token, an agent that is gone, an unknown path: with status and envelope', async () => {
    const wrong = address.replace(/.{4}$/, 'AAAA');
    expect(await refused(`${wrong}/call-x`)).toMatch(/^401 \{"error":\{"code":"unauthenticated"/);
    expect(await refused(`${address}/call-x/more`)).toMatch(/^404 \{"error":\{"code":"not_found"/);
    const other = await proxy.agent();
    const theirs = await addressOf(other);
    await proxy.service.api(`/api/v1/agents/${other}`, { method: 'DELETE' });
    expect(await refused(`${theirs}/call-x`)).toMatch(/^40[14] /);
    const plain = await fetch(`${address}/call-x`);
    expect([plain.status, await plain.text()]).toEqual([
      404,
      expect.stringMatching(/by WebSocket/),
    ]);
  });

  it('the next question after its token was revoked', async () => {
    const { id, secret } = await tokenOf(agent);
    const socket = await newCall(`${proxy.service.url}/proxy/${agent}/retell/${secret}`);
    await proxy.service.api(`/api/v1/agents/${agent}/tokens/${id}`, { method: 'DELETE' });
    socket.send(question(1, [['user', 'hello']]));
    expect(await socket.closed).toEqual([
      1008,
      'the bearer token does not belong to this agent, or was revoked',
    ]);
  });

  it.each([
    ['bytes', Buffer.from('{}'), 1003, 'send text, not bytes'],
    ['no JSON', 'hello', 1007, 'the message is not valid JSON'],
    ['deep JSON', `${'['.repeat(100)}${']'.repeat(100)}`, 1007, 'the message is not valid JSON'],
    [
      'a question without a transcript',
      { interaction_type: 'response_required', response_id: 1 },
      1007,
      'the request is not valid: transcript is required',
    ],
    ['a message over 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 1009, ''],
  ])('%s', async (_what, message, code, reason) => {
    const socket = await newCall();
    socket.send(message);
    expect(await socket.closed).toEqual([code, reason]);
  });

  it('a flood of messages, but not a message of a kind that it does not know', async () => {
    const socket = await newCall();
    socket.send({ interaction_type: 'invented_later', anything: 1 });
    socket.send({ interaction_type: 'ping_pong', timestamp: 1 });
    await socket.until((got) => got.find((one) => one['response_type'] === 'ping_pong'));
    for (let sent = 0; sent < 1_000; sent += 1) socket.send({ interaction_type: 'update_only' });
    expect((await socket.closed)[0]).toBe(1008);
  });

  it('a failed provider leaves an empty answer, and the next question is answered', async () => {
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(500).end('{}');
    };
    const socket = await newCall();
    socket.send(question(1, [['user', 'hello']]));
    expect(await answerTo(socket, 1)).toMatchObject({ words: '' });
    proxy.upstream.script = echo;
    socket.send(question(2, [['user', 'hello?']]));
    expect(await answerTo(socket, 2)).toMatchObject({ words: 'I heard: hello?' });
    await socket.hangUp();
  });
});

describe('a request to switch to another protocol', () => {
  it('is answered as if it had not asked, as some HTTP clients always ask', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' };
    const asked = request(`${proxy.service.url}/health`, { headers }).end();
    const [response] = await once(asked, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});
