import twilio from 'twilio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import { eventually } from '../support/eventually.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { chunk, content, doneEvent, event, finish } from '../support/sse-kit.ts';

const phone = '202-555-0143';
const authToken = 'twilio-auth-token-of-this-test';
const parameterPhone = '202-555-0188';
const greeting = 'Lakeside clinic, how can I help?';

let proxy: ProxyKit;
let agent: string;
let calls = 0;
beforeAll(async () => {
  proxy = await startProxy({ SVC_TWILIO_AUTH_TOKEN: authToken });
  const number = { type: 'string', enum: ['+1 202 555 0111'] };
  agent = await proxy.agent({
    first_message: greeting,
    tools: [tool('end_call', {}), tool('transfer_call', { number }), tool('press_digit', {})],
  });
});
let ended: Promise<void> | undefined;
afterAll(() => ended ?? proxy?.close());
beforeEach(() => {
  proxy.upstream.script = echo;
});

function tool(name: string, properties: object) {
  return { type: 'function', function: { name, parameters: { type: 'object', properties } } };
}

/** The address as the TwiML names it, and the signature that Twilio's own library makes of it. */
function signed(path = `/proxy/${agent}/twilio`, token = authToken) {
  const url = `${proxy.service.url.replace('http', 'ws')}${path}`;
  return [
    url,
    { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, url, {}) },
  ] as const;
}

/** A call that has been set up, and has said its first message. */
async function newCall(): Promise<CallSocket> {
  calls += 1;
  const socket = await connection(`CA${calls}`);
  await answersOf(socket, 1);
  return socket;
}

/** A connection of a call, which has been set up. */
async function connection(callSid: string): Promise<CallSocket> {
  const socket = await connectCall(...signed());
  socket.send({
    type: 'setup',
    sessionId: 'VX0',
    accountSid: 'AC0',
    callSid,
    from: '+12025550199',
    to: '+12025550100',
    direction: 'inbound',
    callStatus: 'RINGING',
    customParameters: { reference: 'bar', patient: 'Ottilie Quint', phone: parameterPhone },
  });
  return socket;
}

const prompt = (voicePrompt: string, last = true, lang = 'en-US') => ({
  type: 'prompt',
  voicePrompt,
  lang,
  last,
});

/** What was said so far, once it is this many whole answers. */
const answersOf = (socket: CallSocket, wanted: number) =>
  socket.until((got) => {
    const texts = got.filter(({ type }) => type === 'text');
    if (texts.filter(({ last }) => last).length < wanted) return undefined;
    return texts.map(({ token, last }) => `${token}${last === true ? '|' : ''}`).join('');
  });

const heardByModel = () =>
  proxy.upstream.seen
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ role, content: said }) => `${role}: ${said}`);

const sessionOf = async () => (await proxy.records(agent, 'call_started')).at(-1)?.session_id;
const eventsOf = async (session: string | undefined) =>
  (await proxy.records(agent)).filter((one) => one.session_id === session).map(({ kind }) => kind);

const calling =
  (name: string, given: object) =>
  (_seen: unknown, response: { setHeader(n: string, v: string): void; end(t: string): void }) => {
    const called = { name, arguments: JSON.stringify(given) };
    const first = chunk({
      role: 'assistant',
      tool_calls: [{ index: 0, id: 'c1', function: called }],
    });
    response.setHeader('content-type', 'text/event-stream');
    response.end(event(first) + finish + doneEvent);
  };

describe('a call of Twilio’s ConversationRelay (Twilio’s documentation, WebSocket messages)', () => {
  it('the agent greets; the model sees no value, and the caller hears it', async () => {
    const socket = await newCall();
    socket.send(prompt(`my number is ${phone}`));
    expect(await answersOf(socket, 2)).toBe(`${greeting}|I heard: my number is ${phone}|`);
    expect(proxy.sent().replaceAll(/TOK1\.[\w.]+/g, '')).not.toMatch(
      /555-0143|5550199|CA\d|VX0|"bar"|Ottilie|555-0188/,
    );
    expect(heardByModel()).toEqual([
      `assistant: ${greeting}`,
      expect.stringMatching(/^user: my number is TOK1\.PHONE/),
    ]);
    await socket.hangUp();
  });

  it('words that the caller is still saying ask the model nothing', async () => {
    const socket = await newCall();
    const before = proxy.upstream.seen.length;
    socket.send(prompt('my', false));
    socket.send(prompt('my number is', false));
    socket.send(prompt(`my number is ${phone}`));
    await answersOf(socket, 2);
    expect(proxy.upstream.seen).toHaveLength(before + 1);
    await socket.hangUp();
  });

  it('an interruption stops the answer, and the history keeps what was heard of it', async () => {
    const gone = Promise.withResolvers<void>();
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(content('We open at eight. And we close at '));
      response.once('close', gone.resolve);
    };
    const socket = await newCall();
    socket.send(prompt('when do you open?'));
    await socket.until((got) => got.find(({ token }) => String(token).startsWith('We open')));
    const heard = 'We open at eight.';
    socket.send({
      type: 'interrupt',
      utteranceUntilInterrupt: heard,
      durationUntilInterruptMs: 460,
    });
    await gone.promise;
    proxy.upstream.script = echo;
    socket.send(prompt('and on Friday?'));
    await answersOf(socket, 2);
    expect(heardByModel()).toEqual([
      `assistant: ${greeting}`,
      'user: when do you open?',
      `assistant: ${heard}`,
      'user: and on Friday?',
    ]);
    await socket.hangUp();
  });

  it('keys are what the caller says, and are masked: until #, a pause, or words', async () => {
    const socket = await newCall();
    const press = (keys: string) => {
      for (const digit of keys) socket.send({ type: 'dtmf', digit });
    };
    press('2025550143#');
    expect(await answersOf(socket, 2)).toContain('I heard: 2025550143|');
    press('2025550144');
    expect(await answersOf(socket, 3)).toContain('I heard: 2025550144|');
    press('2025550145');
    socket.send(prompt('is my number'));
    expect(await answersOf(socket, 4)).toContain('I heard: 2025550145 is my number|');
    expect(proxy.sent()).not.toMatch(/555014/);
    await socket.hangUp();
  });

  it.each([
    ['end_call', {}, { type: 'end', handoffData: '{"reason":"end_call"}' }],
    [
      'transfer_call',
      {},
      { type: 'end', handoffData: '{"reason":"transfer_call","number":"+1 202 555 0111"}' },
    ],
    ['press_digit', { digit: '42' }, { type: 'sendDigits', digits: '42' }],
  ])('function %s with %j comes after the last word', async (name, given, message) => {
    proxy.upstream.script = calling(name, { message: 'One moment.', ...given });
    const socket = await newCall();
    socket.send(prompt('thank you'));
    const { type } = message;
    await socket.until((got) => got.find((one) => one['type'] === type));
    expect(socket.got.slice(-3)).toEqual([
      { type: 'text', token: 'One moment.', last: false, lang: 'en-US' },
      { type: 'text', token: '', last: true, lang: 'en-US' },
      message,
    ]);
    await socket.hangUp();
  });

  it('is one session with the events of a chat call, ended when Twilio hangs up', async () => {
    const socket = await newCall();
    socket.send(prompt(`I am at ${phone}`));
    await answersOf(socket, 2);
    socket.send({ type: 'error', description: `Invalid message: ${phone}` });
    socket.send({ type: 'info', name: 'tokensPlayed', value: phone });
    socket.send({ type: 'configUpdated', language: 'es-US' });
    socket.send(prompt('bye'));
    await answersOf(socket, 3);
    await socket.hangUp();
    const session = await sessionOf();
    await eventually(async () => expect(await eventsOf(session)).toContain('session_sealed'));
    const kinds = await eventsOf(session);
    expect(kinds.filter((kind) => kind === 'response_completed')).toHaveLength(2);
    expect(JSON.stringify(await proxy.service.records())).not.toMatch(
      /555-0143|5550199|Ottilie|555-0188/,
    );
  });
});

describe('the language of an answer', () => {
  it('is the one in which Twilio understood the caller, turn by turn', async () => {
    const socket = await newCall();
    socket.send(prompt('hello'));
    await answersOf(socket, 2);
    socket.send(prompt('quiero una cita', true, 'es-US'));
    await answersOf(socket, 3);
    const texts = socket.got.filter(({ type }) => type === 'text');
    expect(texts.map(({ lang }) => lang)).toEqual([
      undefined,
      ...Array.from({ length: texts.findLastIndex(({ lang }) => lang === 'en-US') }, () => 'en-US'),
      ...texts.slice(texts.findIndex(({ lang }) => lang === 'es-US')).map(() => 'es-US'),
    ]);
    expect(texts.at(-1)).toEqual({ type: 'text', token: '', last: true, lang: 'es-US' });
    await socket.hangUp();
  });
});

describe('a connection that breaks (Twilio’s documentation, applicationReconnect)', () => {
  it('is followed by one that goes on with what was said, in the same session', async () => {
    const first = await newCall();
    first.send(prompt(`my number is ${phone}`));
    await answersOf(first, 2);
    const session = await sessionOf();
    first.breakOff();
    const second = await connection(`CA${calls}`);
    second.send(prompt('what was my number?'));
    expect(await answersOf(second, 1)).toBe('I heard: what was my number?|');
    expect(heardByModel()).toEqual([
      `assistant: ${greeting}`,
      expect.stringMatching(/^user: my number is TOK1\.PHONE/),
      expect.stringMatching(/^assistant: I heard: my number is TOK1\.PHONE/),
      'user: what was my number?',
    ]);
    await second.hangUp();
    await eventually(async () => expect(await eventsOf(session)).toContain('session_sealed'));
    const started = await proxy.records(agent, 'call_started');
    expect(started.at(-1)?.session_id).toBe(session);
  });

  it('before the answer: the caller hears the answer over the next one', async () => {
    const asked = Promise.withResolvers<void>();
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      asked.resolve();
    };
    const first = await newCall();
    first.send(prompt('when do you open?'));
    await asked.promise;
    proxy.upstream.script = echo;
    first.breakOff();
    const second = await connection(`CA${calls}`);
    expect(await answersOf(second, 1)).toBe('I heard: when do you open?|');
    await second.hangUp();
  });

  it('and is noticed late: the call is over when the newer connection ends, and not before', async () => {
    const first = await newCall();
    first.send(prompt('hello'));
    await answersOf(first, 2);
    const session = await sessionOf();
    const second = await connection(`CA${calls}`);
    second.send(prompt('are you there?'));
    await answersOf(second, 1);
    await first.hangUp();
    second.send(prompt('good'));
    await answersOf(second, 2);
    expect(await eventsOf(session)).not.toContain('session_sealed');
    await second.hangUp();
    await eventually(async () => expect(await eventsOf(session)).toContain('session_sealed'));
  });

  it('leaves nothing to a call of another agent, nor to a later call with the same id', async () => {
    const first = await newCall();
    first.send(prompt('hello'));
    await answersOf(first, 2);
    first.breakOff();
    const other = await proxy.agent({ first_message: greeting });
    const socket = await connectCall(...signed(`/proxy/${other}/twilio`));
    socket.send({ type: 'setup', callSid: `CA${calls}` });
    expect(await answersOf(socket, 1)).toBe(`${greeting}|`);
    await socket.hangUp();
    const again = await connection(`CA${calls}`);
    again.send(prompt('bye'));
    await answersOf(again, 1);
    await again.hangUp();
    const later = await connection(`CA${calls}`);
    expect(await answersOf(later, 1)).toBe(`${greeting}|`);
    await later.hangUp();
  });
});

describe('a call that ended, and that the TwiML connects again', () => {
  it('is a session more, with all of its turns (decision 0209)', async () => {
    const one = await newCall();
    await answersOf(one, 1);
    await one.hangUp();
    await eventually(async () =>
      expect(await eventsOf(await sessionOf())).toContain('session_sealed'),
    );
    const before = (await proxy.records(agent, 'call_started')).length;
    const again = await connection(`CA${calls}`);
    again.send(prompt('hello'));
    await answersOf(again, 2);
    again.send(prompt(`my number is ${phone}`));
    await answersOf(again, 3);
    await again.hangUp();
    const session = await sessionOf();
    await eventually(async () => expect(await eventsOf(session)).toContain('session_sealed'));
    expect(await proxy.records(agent, 'call_started')).toHaveLength(before + 1);
    const ends = (await proxy.records(agent, 'call_ended')).at(-1);
    expect(ends).toMatchObject({ session_id: session, reason: 'platform', turns: 2 });
  });
});

describe('what a socket of Twilio refuses', () => {
  const refused = (...[url, headers]: readonly [string, Record<string, string>?]) =>
    connectCall(url, headers).then(
      () => 'connected',
      (error: Error) => error.message,
    );

  it('an address that the account’s token did not sign', async () => {
    const [url, headers] = signed();
    expect(await refused(url)).toMatch(/^401 .*SVC_TWILIO_AUTH_TOKEN/);
    expect(await refused(`${url}?x=1`, headers)).toMatch(/^401 /);
    expect(await refused(...signed(undefined, 'another-token'))).toMatch(/^401 /);
    const none = `/proxy/${agent.replace(/.{4}$/, '0000')}/twilio`;
    expect(await refused(...signed(none))).toMatch(/^404 .*agent_not_found/);
  });

  it('nothing with a bearer token of the agent in the address', async () => {
    const made = await proxy.service.api(`/api/v1/agents/${agent}/tokens`, { method: 'POST' });
    const { token } = (await made.json()) as { token: { secret: string } };
    const socket = await connectCall(`${proxy.service.url}/proxy/${agent}/twilio/${token.secret}`);
    socket.send({ type: 'setup', callSid: 'CA-token' });
    expect(await answersOf(socket, 1)).toBe(`${greeting}|`);
    await socket.hangUp();
  });

  it('words before setup, a second setup, and a key that is none', async () => {
    const early = await connectCall(...signed());
    early.send(prompt('hello'));
    expect(await early.closed).toEqual([1007, 'the first message must be setup']);
    const twice = await newCall();
    twice.send({ type: 'setup', callSid: 'CA-again' });
    expect(await twice.closed).toEqual([1007, 'setup came twice']);
    const key = await newCall();
    key.send({ type: 'dtmf', digit: '12' });
    expect((await key.closed)[1]).toBe('the request is not valid: digit must be one key');
  });
});

describe('a service that ends', () => {
  it('lets the answer end, and breaks the connection: Twilio connects again after that', async () => {
    const goOn = Promise.withResolvers<void>();
    proxy.upstream.script = async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(content('Wait. '));
      await goOn.promise;
      response.end(content('Done.') + finish + doneEvent);
    };
    const socket = await newCall();
    socket.send(prompt('hello'));
    await socket.until((got) => got.find(({ token }) => token === 'Wait. '));
    ended = proxy.close();
    goOn.resolve();
    expect(await socket.closed).toEqual([1006, '']);
    expect(await answersOf(socket, 2)).toBe(`${greeting}|Wait. Done.|`);
    await ended;
  });
});
