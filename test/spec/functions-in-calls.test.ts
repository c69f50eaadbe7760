import { hostname } from 'node:os';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import { changedPolicy } from '../support/changed-policy.ts';
import {
  answering,
  type ClinicFunctions,
  type FunctionScript,
  hanging,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { eventually } from '../support/eventually.ts';
import {
  callingOnce,
  clinicTools,
  failingFunctions,
  httpPlatforms,
  otherPhone,
  type Platform,
  phone,
  platforms,
  resultIn,
  runOverHttp,
  saying,
  tokenIn,
  tool,
  valuesIn,
  withPhone,
} from '../support/function-calls.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import { callFunction, lastUserText, type SeenRequest } from '../support/scripted-upstream.ts';
import { chunk, doneEvent, event, finish } from '../support/sse-kit.ts';

let proxy: SharedProxy;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: string;
let secret: string;
let base: string;
let bearer: string;
let calls = 0;

beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  proxy = await sharedProxy();
  const elsewhere = clinic.url.replace('localhost', hostname());
  agent = await proxy.agent({
    system_prompt: 'You answer the telephone of a clinic.',
    tools: [
      ...clinicTools(clinic.url).map(runOverHttp),
      tool('lead_here', { url: `${elsewhere}/book` }),
      tool('end_call', { url: `${clinic.url}/never` }),
    ],
  });
  const path = `/api/v1/agents/${agent}`;
  const made = await proxy.service.api(`${path}/tokens`, { method: 'POST' });
  const { token } = (await made.json()) as { token: { secret: string } };
  base = `${proxy.service.url}/proxy/${agent}`;
  bearer = token.secret;
  const shown = await proxy.service.api(`${path}/functions/secret`);
  ({ secret } = (await shown.json()) as { secret: string });
});
afterAll(async () => {
  await clinic?.close();
  distrust?.();
});
beforeEach(() => {
  clinic.seen.length = 0;
  clinic.script = answering({ booked: true });
  proxy.upstream.seen.length = 0;
});

const newCall = (): Promise<CallSocket> => {
  calls += 1;
  return connectCall(`${base}/retell/${bearer}/call-${calls}`);
};

const ask = (socket: CallSocket, id: number, ...said: readonly string[]) =>
  socket.send({
    interaction_type: 'response_required',
    response_id: id,
    transcript: said.map((words, index) => ({
      role: index % 2 === 0 ? 'user' : 'agent',
      content: words,
    })),
  });

const answerTo = (socket: CallSocket, id: number) =>
  socket.until((got) => {
    const parts = got.filter((one) => one['response_id'] === id);
    if (parts.at(-1)?.['content_complete'] !== true) return undefined;
    return parts.map((part) => part['content']).join('');
  });

const sessionOf = async () => (await proxy.records(agent, 'call_started')).at(-1)?.session_id;
const runsOfCall = async () => {
  const session = await sessionOf();
  const records = await proxy.records(agent);
  return records
    .filter(({ session_id, kind }) => session_id === session && kind.startsWith('function_'))
    .map(({ kind, function: name, outcome, turn }) => [kind, name, outcome ?? '', turn]);
};

const [retell, twilio] = platforms;

/** One call in which the model calls once. */
async function oneCall(
  name: string,
  argumentsOf: (seen: SeenRequest) => object = withPhone,
  script?: FunctionScript,
  platform: Platform = retell,
) {
  if (script !== undefined) clinic.script = script;
  proxy.upstream.script = callingOnce(name, argumentsOf);
  calls += 1;
  const { socket, say, answer, hangUp } = await platform.call(base, bearer, `call-${calls}`);
  say(`book me a visit, I am at ${phone}`);
  const words = await answer();
  await hangUp();
  const runs = await runsOfCall();
  return { socket, words, runs };
}

/** Nothing of a value has reached the provider, ever in this test. */
function expectNothingLeft(...values: readonly string[]): void {
  expect(valuesIn(proxy.upstream.seen, [phone, ...values])).toEqual([]);
}

describe('a function in a call of Retell', () => {
  it('gets real values, signed; the model has tokens alone; the caller hears the real answer', async () => {
    const answer = { booked: true, callback: otherPhone };
    const { words } = await oneCall('book_visit', withPhone, answering(answer));
    expect(words).toMatch(/^One moment\. the clinic says .*202-555-0177/);
    const [seen] = clinic.seen;
    expect(seen?.path).toBe('/book');
    expect(seen?.data).toMatchObject({ function: 'book_visit', arguments: { phone } });
    expect(seen?.data.call_id).toBe(await sessionOf());
    expect(new Webhook(secret).verify(seen?.raw ?? '', seen?.headers ?? {})).toBeTruthy();
    expect(proxy.upstream.seen).toHaveLength(2);
    expect(resultIn(proxy.upstream.seen[1] as SeenRequest)).toMatch(/"callback":"TOK1\.PHONE/);
    expectNothingLeft(otherPhone);
    expect(proxy.sent()).not.toContain(clinic.url);
  });

  it('is journalled on both legs, without a value', async () => {
    const { runs } = await oneCall('book_visit', withPhone, answering({ callback: otherPhone }));
    expect(runs).toEqual([
      ['function_called', 'book_visit', '', 0],
      ['function_ended', 'book_visit', 'done', 0],
    ]);
    const [called] = (await proxy.records(agent, 'function_called')).slice(-1);
    expect(called).toMatchObject({ values_by_kind: { PHONE: 1 } });
    const all = JSON.stringify(await proxy.records(agent));
    expect(all).not.toMatch(/555-01(43|77)/);
  });

  it('is named in Retell’s own record of the call, without arguments or answer', async () => {
    const { socket } = await oneCall('book_visit', withPhone, answering({ callback: otherPhone }));
    const got = socket?.got ?? [];
    const steps = got.filter(({ tool_call_id }) => tool_call_id !== undefined);
    const [id] = steps.map(({ tool_call_id }) => tool_call_id);
    expect(steps).toEqual([
      {
        response_type: 'tool_call_invocation',
        tool_call_id: id,
        name: 'book_visit',
        arguments: '{}',
      },
      { response_type: 'tool_call_result', tool_call_id: id, content: 'done', successful: true },
    ]);
    const filler = got.find((one) => one['content'] === 'One moment. ');
    expect(filler).toMatchObject({ content_complete: false, no_interruption_allowed: true });
  });

  it('fills the time in the language of the caller', async () => {
    proxy.upstream.script = callingOnce('book_visit', () => ({}));
    const socket = await newCall();
    ask(socket, 1, 'buenos días, quiero hacer una cita con la doctora para la próxima semana');
    expect(await answerTo(socket, 1)).toMatch(/^Un momento\. /);
    await socket.hangUp();
  });

  it('is not offered to the model with its address, and an action of the platform is never run', async () => {
    const { runs } = await oneCall('end_call', () => ({}));
    expect(runs).toEqual([]);
    expect(clinic.seen).toEqual([]);
    expect(JSON.stringify(proxy.upstream.seen[0]?.body.tools)).not.toMatch(/endpoint|https/);
  });
});

describe.each([...platforms, ...httpPlatforms])('in a call of $name', (platform) => {
  it.each(failingFunctions)(
    'a function that answers with %s is told to the model in words, and the journal says why',
    async (_what, script, outcome, words) => {
      const one = await oneCall('book_visit', withPhone, script, platform);
      expect(one.words).toMatch(words);
      expect(one.runs.at(-1)).toEqual(['function_ended', 'book_visit', outcome, 0]);
      expect(clinic.seen).toHaveLength(1);
      expectNothingLeft(otherPhone);
    },
  );

  it('another patient’s values in an answer are masked, and heard by the caller alone', async () => {
    const answer = answering({ patient: 'Ann Lee', callback: otherPhone });
    const { words } = await oneCall('look_up', withPhone, answer, platform);
    expect(words).toContain(otherPhone);
    expectNothingLeft(otherPhone);
    expect(JSON.stringify(await proxy.records(agent))).not.toMatch(/555-01(43|77)/);
  });

  it('a caller books, looks up and cancels in one call: real values at the clinic, none at the provider', async () => {
    const made = [
      { name: 'book_visit', value: '202-555-0111', answers: '202-555-0112' },
      { name: 'look_up', value: '202-555-0113', answers: '202-555-0114' },
      { name: 'cancel_visit', value: '202-555-0115', answers: '202-555-0116' },
    ];
    clinic.script = (seen, response) => {
      const one = made.find(({ name }) => name === seen.data.function);
      return answering({ done: seen.data.function, callback: one?.answers })(seen, response);
    };
    calls += 1;
    const { say, answer, hangUp } = await platform.call(base, bearer, `call-${calls}`);
    for (const { name, value, answers } of made) {
      proxy.upstream.script = callingOnce(name, ({ body }) => {
        const [token] = /TOK1\.PHONE[\w.]+/.exec(String(body.messages.at(-1)?.content)) ?? [];
        return { phone: token };
      });
      say(`now use ${value}`);
      expect(await answer()).toContain(answers);
    }
    await hangUp();
    expect(clinic.seen.map(({ data }) => [data.function, data.arguments])).toEqual(
      made.map(({ name, value }) => [name, { phone: value }]),
    );
    const session = await sessionOf();
    expect(new Set(clinic.seen.map(({ data }) => data.call_id))).toEqual(new Set([session]));
    expect((await runsOfCall()).map(([kind, name, outcome]) => [kind, name, outcome])).toEqual(
      made.flatMap(({ name }) => [
        ['function_called', name, ''],
        ['function_ended', name, 'done'],
      ]),
    );
    const canaries = made.flatMap(({ value, answers }) => [value, answers]);
    expectNothingLeft(...canaries);
    const records = JSON.stringify(await proxy.records(agent));
    expect(canaries.filter((canary) => records.includes(canary))).toEqual([]);
  });

  it.each([
    ['of another call', async () => otherToken(platform)],
    ['that the model made up', async () => `TOK1.PHONE.K_HEALTHCARE.${'0'.repeat(20)}`],
    ['that is a mark', async () => '[REDACTED:PHONE]'],
  ])('a token %s calls nothing', async (_what, tokenOf) => {
    const token = await tokenOf();
    clinic.seen.length = 0;
    const { words, runs } = await oneCall(
      'book_visit',
      () => ({ phone: token }),
      undefined,
      platform,
    );
    expect(words).toContain('stands for no value of this call');
    expect(runs).toEqual([['function_ended', 'book_visit', 'no_value', 0]]);
    expect(clinic.seen).toEqual([]);
  });

  it('a caller who hangs up ends what runs; the late answer reaches nobody, and the journal says so', async () => {
    const late = Promise.withResolvers<void>();
    clinic.script = async (seen, response) => {
      await seen.gone;
      response.end(JSON.stringify({ callback: otherPhone }));
      late.resolve();
    };
    proxy.upstream.script = callingOnce('look_up', withPhone);
    calls += 1;
    const { say, hangUp } = await platform.call(base, bearer, `call-${calls}`);
    say(`I am at ${phone}`);
    await eventually(() => expect(clinic.seen).toHaveLength(1));
    await hangUp();
    await late.promise;
    await eventually(async () => {
      const session = await sessionOf();
      const kinds = (await proxy.records(agent)).filter(({ session_id }) => session_id === session);
      expect(kinds.map(({ kind }) => kind)).toContain('session_sealed');
    });
    expect((await runsOfCall()).at(-1)).toEqual(['function_ended', 'look_up', 'stopped', 0]);
    expect(proxy.upstream.seen).toHaveLength(1);
    expectNothingLeft(otherPhone);
  });
});

describe('what fails is told to the model in words, and the journal says why', () => {
  it('a function whose name leads to this machine is not reached', async () => {
    const { words, runs } = await oneCall('lead_here');
    expect(words).toContain('address is not allowed');
    expect(runs.at(-1)).toEqual(['function_ended', 'lead_here', 'address_not_allowed', 0]);
    expect(clinic.seen).toEqual([]);
  });

  it('a function whose certificate nobody vouches for is not reached', async () => {
    distrust();
    try {
      const { runs } = await oneCall('book_visit');
      expect(runs.at(-1)).toEqual(['function_ended', 'book_visit', 'bad_certificate', 0]);
      expect(clinic.seen).toEqual([]);
    } finally {
      distrust = trustClinic();
    }
  });

  it('only a function that may be sent twice is sent twice, with the same id', async () => {
    await oneCall('look_up', withPhone, answering('', 503));
    const ids = clinic.seen.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('arguments that are no object, and a function of no such name, call nothing', async () => {
    const { runs } = await oneCall('book_visit', () => []);
    expect(runs).toEqual([['function_ended', 'book_visit', 'bad_arguments', 0]]);
    const other = await oneCall('call_202_555_0143', () => ({}));
    expect(other.runs).toEqual([['function_ended', 'unknown', 'unknown_function', 0]]);
    expect(clinic.seen).toEqual([]);
    expectNothingLeft();
  });
});

describe('arguments that hide a token or a mark behind escapes of JSON', () => {
  it.each([
    ['a token', 'T\\u004fK1.PHONE.K_HEALTHCARE.00000000000000000000'],
    ['its dot', 'TOK1\\u002ePHONE.K_HEALTHCARE.00000000000000000000'],
    ['a mark', '[REDACTED\\u003aPHONE]'],
  ])('call nothing: %s', async (_what, hidden) => {
    const called = { name: 'book_visit', arguments: `{"phone":"${hidden}"}` };
    proxy.upstream.script = (seen, response) => {
      if (resultIn(seen) !== '') return saying(resultIn(seen))(seen, response);
      response.setHeader('content-type', 'text/event-stream');
      const call = { index: 0, id: 'c1', type: 'function', function: called };
      response.end(event(chunk({ tool_calls: [call] })) + finish + doneEvent);
    };
    const socket = await newCall();
    ask(socket, 1, 'hello');
    expect(await answerTo(socket, 1)).toContain('stands for no value of this call');
    await socket.hangUp();
    expect(clinic.seen).toEqual([]);
  });
});

/** A token of a call of another patient, minted before. */
async function otherToken(platform: Platform): Promise<string> {
  proxy.upstream.script = saying('Good.');
  calls += 1;
  const { say, answer, hangUp } = await platform.call(base, bearer, `call-${calls}`);
  say(`I am at ${otherPhone}`);
  await answer();
  await hangUp();
  return tokenIn(proxy.upstream.seen.at(-1) as SeenRequest);
}

describe('several functions', () => {
  it('of one reply run at the same time', async () => {
    let arrived = 0;
    const all = Promise.withResolvers<void>();
    clinic.script = async (_seen, response) => {
      arrived += 1;
      if (arrived === 2) all.resolve();
      await all.promise;
      response.end('fine');
    };
    proxy.upstream.script = (seen, response) => {
      if (resultIn(seen) !== '') return saying('Both are done.')(seen, response);
      const two = ['book_visit', 'look_up'].map((name, index) => ({
        index,
        id: `c${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(withPhone(seen)) },
      }));
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        two.map((one) => event(chunk({ tool_calls: [one] }))).join('') + finish + doneEvent,
      );
    };
    const socket = await newCall();
    ask(socket, 1, `I am at ${phone}`);
    expect(await answerTo(socket, 1)).toContain('Both are done.');
    expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([{ phone }, { phone }]);
    await socket.hangUp();
  });

  it('of one reply beyond eight, and rounds beyond five, are bounded', async () => {
    proxy.upstream.script = (seen, response) => {
      if (seen.body['tool_choice'] === 'none') return saying('Enough.')(seen, response);
      const many = Array.from({ length: 10 }, (_, index) => ({
        index,
        id: `c${index}`,
        type: 'function',
        function: { name: 'look_up', arguments: '{}' },
      }));
      response.setHeader('content-type', 'text/event-stream');
      response.end(
        many.map((one) => event(chunk({ tool_calls: [one] }))).join('') + finish + doneEvent,
      );
    };
    const socket = await newCall();
    ask(socket, 1, 'hello');
    expect(await answerTo(socket, 1)).toContain('Enough.');
    await socket.hangUp();
    expect(clinic.seen).toHaveLength(5 * 8);
    expect(proxy.upstream.seen).toHaveLength(6);
    const ended = (await runsOfCall()).filter(([, , outcome]) => outcome === 'too_many');
    expect(ended).toHaveLength(5 * 2);
  });
});

describe('the caller', () => {
  it('who speaks on ends what runs, and the model learns that nobody knows whether it was done', async () => {
    clinic.script = hanging;
    proxy.upstream.script = (seen, response) =>
      lastUserText(seen).includes('one more thing')
        ? saying(`I was told: ${resultIn(seen)}`)(seen, response)
        : callFunction('look_up', withPhone)(seen, response);
    const socket = await newCall();
    ask(socket, 1, `I am at ${phone}`);
    await eventually(() => expect(clinic.seen).toHaveLength(1));
    ask(socket, 2, `I am at ${phone}, one more thing`);
    await clinic.seen[0]?.gone;
    expect(await answerTo(socket, 2)).toContain('not known whether it was done');
    await socket.hangUp();
    expectNothingLeft();
  });

  it('whose connection breaks ends what runs, and the model learns that nobody knows whether it was done', async () => {
    clinic.script = hanging;
    proxy.upstream.script = (seen, response) =>
      resultIn(seen) === ''
        ? callFunction('look_up', withPhone)(seen, response)
        : saying(`I was told: ${resultIn(seen)}`)(seen, response);
    const broken = await newCall();
    ask(broken, 1, `I am at ${phone}`);
    await eventually(() => expect(clinic.seen).toHaveLength(1));
    broken.breakOff();
    await eventually(async () => expect((await runsOfCall()).at(-1)).toContain('stopped'));
    const socket = await connectCall(`${base}/retell/${bearer}/call-${calls}`);
    expect(await answerTo(socket, 1)).toMatch(/or the connection broke.* not known whether it was/);
    await socket.hangUp();
    expect(clinic.seen).toHaveLength(1);
  });

  it.each([
    ['over the same connection', async (socket: CallSocket) => socket],
    [
      'over the next one, after a break',
      async (socket: CallSocket) => {
        socket.breakOff();
        return connectCall(`${base}/retell/${bearer}/call-${calls}`);
      },
    ],
  ])(
    'hears later what a function answered before, %s: no platform sends it back',
    async (_, go) => {
      proxy.upstream.script = callingOnce('book_visit', withPhone);
      clinic.script = answering({ callback: otherPhone });
      const before = await newCall();
      ask(before, 1, `I am at ${phone}`);
      const first = await answerTo(before, 1);
      proxy.upstream.script = (seen, response) =>
        saying(`as I said: ${resultIn(seen)}`)(seen, response);
      const socket = await go(before);
      ask(socket, 2, `I am at ${phone}`, first, 'what was the number?');
      expect(await answerTo(socket, 2)).toContain(otherPhone);
      expectNothingLeft(otherPhone);
      const roles = proxy.upstream.seen.at(-1)?.body.messages.map(({ role }) => role);
      expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
      await socket.hangUp();
    },
  );
});

describe('a function in a call of Twilio', () => {
  it('gets real values; its filler is a text of its own that nobody interrupts', async () => {
    clinic.script = answering({ callback: otherPhone });
    proxy.upstream.script = callingOnce('book_visit', withPhone);
    calls += 1;
    const socket = await connectCall(`${base}/twilio/${bearer}`);
    socket.send({ type: 'setup', callSid: `CA-functions-${calls}`, from: '+12025550199' });
    socket.send({ type: 'prompt', voicePrompt: `I am at ${phone}`, lang: 'en-US', last: true });
    const texts = await socket.until((got) => {
      const said = got.filter(({ type }) => type === 'text');
      return said.filter(({ last }) => last === true).length < 2 ? undefined : said;
    });
    expect(texts[0]).toEqual({
      type: 'text',
      token: 'One moment. ',
      last: true,
      lang: 'en-US',
      interruptible: false,
    });
    expect(texts.map(({ token }) => token).join('')).toContain(otherPhone);
    expect(clinic.seen[0]?.data.arguments).toEqual({ phone });
    expectNothingLeft(otherPhone);
    await socket.hangUp();
  });

  it('stands before what the agent said of it, as the model hears the call later', async () => {
    proxy.upstream.script = callingOnce('book_visit', withPhone);
    calls += 1;
    const { say, answer, socket } = await twilio.call(base, bearer, `call-${calls}`);
    say(`I am at ${phone}`);
    await answer();
    proxy.upstream.script = saying('You are welcome.');
    say('thank you');
    await answer();
    const messages = proxy.upstream.seen.at(-1)?.body.messages.slice(1) ?? [];
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    await socket.hangUp();
  });

  it('is known to the model over the next connection of the call, with what it answered', async () => {
    clinic.script = answering({ callback: otherPhone });
    proxy.upstream.script = callingOnce('book_visit', withPhone);
    calls += 1;
    const first = await twilio.call(base, bearer, `call-${calls}`);
    first.say(`I am at ${phone}`);
    await first.answer();
    first.socket.breakOff();
    proxy.upstream.script = (seen, response) =>
      saying(`as I said: ${resultIn(seen)}`)(seen, response);
    const second = await twilio.call(base, bearer, `call-${calls}`);
    second.say('what was the number?');
    expect(await second.answer()).toContain(otherPhone);
    expectNothingLeft(otherPhone);
    await second.socket.hangUp();
  });
});

describe('a policy that replaces values by invented ones', () => {
  it('ends the functions of a call in progress: their arguments would be invented', async () => {
    const changing = await proxy.agent({ tools: clinicTools(clinic.url) });
    const path = `/api/v1/agents/${changing}`;
    const made = await proxy.service.api(`${path}/tokens`, { method: 'POST' });
    const { token } = (await made.json()) as { token: { secret: string } };
    calls += 1;
    const address = `${proxy.service.url}/proxy/${changing}`;
    const { socket, say, answer } = await retell.call(address, token.secret, `call-${calls}`);
    const policy_yaml = changedPolicy([
      'tokenization: vault-deterministic',
      'tokenization: synthetic',
    ]);
    const body = JSON.stringify({ policy_yaml });
    expect((await proxy.service.api(path, { method: 'PATCH', body })).status).toBe(200);
    proxy.upstream.script = callingOnce('book_visit', ({ body: sent }) => ({
      phone: sent.messages.at(-1)?.content,
    }));
    say(`I am at ${phone}`);
    await answer();
    await socket.hangUp();
    expect(clinic.seen).toEqual([]);
    expect(proxy.upstream.seen[0]?.body.tools).toBeUndefined();
    expectNothingLeft();
  });
});

describe('the portal', () => {
  const post = (path: string, body: object) =>
    proxy.service.api(`/api/v1/agents/${agent}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });

  it('tests a function with invented arguments, and shows its answer masked', async () => {
    clinic.script = answering({ callback: otherPhone });
    const given = { function: 'book_visit', arguments: { phone } };
    const tested = await post('/functions/test', given);
    const text = await tested.text();
    expect(JSON.parse(text)).toMatchObject({
      outcome: 'done',
      status: 200,
      answer: '{"callback":"[PHONE_01]"}',
      attempts: 1,
    });
    expect(text).not.toMatch(/555[- ]?0177/);
    expect(clinic.seen[0]?.data).toMatchObject({ test: true, arguments: { phone } });
    const records = (await proxy.service.records()).filter(({ kind }) => kind === 'function_ended');
    expect(records.at(-1)).toMatchObject({ function: 'book_visit', outcome: 'done' });
    expect(records.at(-1)?.session_id).toBeUndefined();
    expect((await post('/functions/test', { function: 'none' })).status).toBe(404);
  });

  it.each([retell, ...httpPlatforms])(
    'shows what ran in each turn of a call of $name, and the report counts it',
    async (platform) => {
      await oneCall('book_visit', withPhone, answering('', 500), platform);
      const session = await sessionOf();
      const transcript = await proxy.service.api(`/api/v1/sessions/${session}/transcript`);
      expect(await transcript.text()).toMatch(/"function":"book_visit","outcome":"failed"/);
      const answer = await proxy.service.api(`/api/v1/sessions/${session}/report`);
      const { report } = (await answer.json()) as { report: { functions?: object[] } };
      expect(report.functions).toMatchObject([
        { function: 'book_visit', calls: 1, done: 0, failed: { failed: 1 } },
      ]);
    },
  );

  it.each([
    'http://functions.example.com/x',
    'https://169.254.169.254/latest',
    'https://user:word@functions.example.com/x',
  ])('refuses the address %s', async (url) => {
    const response = await proxy.service.api(`/api/v1/agents/${agent}`, {
      method: 'PATCH',
      body: JSON.stringify({ tools: [tool('x', { url })] }),
    });
    expect(response.status).toBe(422);
  });
});
