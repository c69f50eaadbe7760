import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { eventually } from '../support/eventually.ts';
import {
  callingOnce,
  clinicTools,
  otherPhone,
  phone,
  resultIn,
  runOverHttp,
  saying,
  valuesIn,
  withPhone,
} from '../support/function-calls.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import { callFunction, type Script, type SeenRequest } from '../support/scripted-upstream.ts';
import { chunk, doneEvent, event, finish } from '../support/sse-kit.ts';

type Message = OpenAI.ChatCompletionMessageParam;
type Extra = Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>;

let proxy: SharedProxy;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: string;
let secret: string;
let calls = 0;

beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  proxy = await sharedProxy();
  const [book, lookUp, cancel] = clinicTools(clinic.url);
  agent = await proxy.agent({
    tools: [...[book, lookUp].map((one) => runOverHttp(one as never)), cancel],
  });
  secret = await tokenOf(agent);
});
afterAll(async () => {
  await clinic?.close();
  distrust?.();
});
beforeEach(() => {
  clinic.seen.length = 0;
  clinic.script = answering({ booked: true });
  proxy.upstream.seen.length = 0;
  proxy.upstream.script = callingOnce('book_visit', withPhone);
});

const tokenOf = async (agentId: string): Promise<string> => {
  const path = `/api/v1/agents/${agentId}/tokens`;
  const made = await proxy.service.api(path, { method: 'POST' });
  return ((await made.json()) as { token: { secret: string } }).token.secret;
};

/** One call of a client. */
function newCall(client = clientOf(secret, agent)) {
  calls += 1;
  const id = `http-${calls}`;
  const { completions } = client.withOptions({ defaultHeaders: { 'x-voice-call-id': id } }).chat;
  const model = 'any';
  return {
    id,
    whole: (messages: Message[], extra: Extra = {}) =>
      completions.create({ ...extra, model, messages, stream: false }),
    streamed: (messages: Message[], extra: Extra = {}) =>
      completions
        .stream({ ...extra, model, messages, stream: true } as never)
        .finalChatCompletion(),
  };
}

function clientOf(apiKey: string, agentId: string): OpenAI {
  const baseURL = `${proxy.service.url}/proxy/${agentId}/v1`;
  return new OpenAI({ baseURL, apiKey, maxRetries: 0 });
}

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const asking = [user(`book me a visit, I am at ${phone}`)];
const offer = (name: string): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name },
});
const offered = ({ body }: SeenRequest) =>
  (body.tools ?? []).map((one) => (one as OpenAI.ChatCompletionFunctionTool).function.name);
const rolesIn = (seen: SeenRequest | undefined) => seen?.body.messages.map(({ role }) => role);

/** Calls several functions in one streamed reply, and then says what it was told. */
const callingAll =
  (...names: readonly string[]): Script =>
  (seen, response) => {
    if (seen.body.messages.at(-1)?.role === 'tool')
      return callFunction(names.at(-1) ?? '', withPhone)(seen, response);
    const called = names.map((name, index) => ({
      index,
      id: `c${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(withPhone(seen)) },
    }));
    response.setHeader('content-type', 'text/event-stream');
    response.end(
      called.map((one) => event(chunk({ tool_calls: [one] }))).join('') + finish + doneEvent,
    );
  };

describe('a function of an agent for a platform that asks over HTTP', () => {
  it('is added to those of the request, and the platform learns nothing of it', async () => {
    const call = newCall();
    const reply = await call.whole(asking, { tools: [offer('hang_up')] });
    expect(proxy.upstream.seen.map(offered)).toEqual(
      Array(2).fill(['hang_up', 'book_visit', 'look_up']),
    );
    expect(proxy.sent()).not.toMatch(/endpoint|over_http|localhost/);
    expect(reply.choices).toMatchObject([
      { finish_reason: 'stop', message: { content: expect.stringContaining('booked') } },
    ]);
    expect(JSON.stringify(reply)).not.toMatch(/tool_calls|book_visit/);
  });

  it('stays here where the function does not say that it runs over HTTP', async () => {
    const other = await proxy.agent({ tools: clinicTools(clinic.url) });
    proxy.upstream.script = saying('Good.');
    await newCall(clientOf(await tokenOf(other), other)).whole(asking);
    expect(proxy.upstream.seen[0]?.body.tools).toBeUndefined();
    expect(proxy.upstream.seen).toHaveLength(1);
  });

  it('fills the time in the language of the caller, before the answer', async () => {
    const spanish = 'buenos días, quiero hacer una cita con la doctora para la próxima semana';
    const call = newCall();
    const { choices } = await call.streamed([user(spanish)]);
    expect(choices[0]?.message.content).toMatch(/^Un momento\. the clinic says/);
  });

  it('has the tokens of all replies counted as one', async () => {
    const call = newCall();
    const counted = { prompt_tokens: 6, completion_tokens: 10, total_tokens: 16 };
    proxy.upstream.script = (seen, response) =>
      seen.body.messages.at(-1)?.role === 'tool'
        ? callFunction('hang_up', () => ({}))(seen, response)
        : callFunction('book_visit', withPhone)(seen, response);
    const tools = [offer('hang_up')];
    expect((await call.whole(asking, { tools })).usage).toMatchObject(counted);
    const extra = { tools, stream_options: { include_usage: true } };
    const { usage } = await newCall().streamed(asking, extra);
    expect(usage).toMatchObject(counted);
  });
});

describe('functions of the platform beside those that run here', () => {
  it('one of the same name is the platform’s', async () => {
    const call = newCall();
    const { choices } = await call.streamed(asking, { tools: [offer('book_visit')] });
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [{ function: { name: 'book_visit', arguments: `{"phone":"${phone}"}` } }],
      },
    });
    expect(proxy.upstream.seen.map(offered)).toEqual([['book_visit', 'look_up']]);
    expect(clinic.seen).toEqual([]);
  });

  it('are called last: one that the model called together with ours waits for its result', async () => {
    proxy.upstream.script = callingAll('look_up', 'hang_up');
    const call = newCall();
    const { choices } = await call.streamed(asking, { tools: [offer('hang_up')] });
    expect(clinic.seen.map(({ data }) => data.function)).toEqual(['look_up']);
    expect(rolesIn(proxy.upstream.seen[1])).toEqual(['user', 'assistant', 'tool']);
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [{ function: { name: 'hang_up', arguments: `{"phone":"${phone}"}` } }],
      },
    });
  });

  it('a request in the older form, or with custom tools, gets none of ours', async () => {
    proxy.upstream.script = saying('Good.');
    const call = newCall();
    await call.whole(asking, { functions: [{ name: 'hang_up' }] });
    await call.whole(asking, { tools: [{ type: 'custom', custom: { name: 'note' } }] });
    expect(proxy.upstream.seen.map(({ raw }) => /book_visit/.test(raw))).toEqual([false, false]);
  });

  it('who demands a call is not asked for one again after a function has run', async () => {
    const call = newCall();
    await call.whole(asking, { tool_choice: 'required' });
    const choices = proxy.upstream.seen.map(({ body }) => body['tool_choice']);
    expect(choices).toEqual(['required', 'auto']);
  });

  it('the webhook tells the platform of those alone that it runs itself', async () => {
    const message = { type: 'assistant-request', call: { id: newCall().id } };
    const told = await (await proxy.tell(agent, message)).json();
    const { tools } = (
      told as { assistant: { model: { tools: OpenAI.ChatCompletionFunctionTool[] } } }
    ).assistant.model;
    expect(tools.map(({ function: { name } }) => name)).toEqual(['cancel_visit']);
  });
});

describe('what a function answered, in the next turn of the call', () => {
  const thanks = (heard: string) => [...asking, assistant(heard), user('what was the number?')];
  const heardFirst = async (call: ReturnType<typeof newCall>) => {
    clinic.script = answering({ callback: otherPhone });
    const { choices } = await call.streamed(asking);
    proxy.upstream.script = (seen, response) =>
      saying(`as I said: ${resultIn(seen)}`)(seen, response);
    return choices[0]?.message.content ?? '';
  };

  it('is known to the model, where it was asked, although no platform sends it', async () => {
    const call = newCall();
    const heard = await heardFirst(call);
    const { choices } = await call.whole(thanks(heard));
    expect(choices[0]?.message.content).toContain(otherPhone);
    expect(rolesIn(proxy.upstream.seen.at(-1))).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(valuesIn(proxy.upstream.seen, [phone, otherPhone])).toEqual([]);
  });

  it('is known where the platform asks again with more words: it does not run twice', async () => {
    const call = newCall();
    await call.streamed([user(`book me on Tuesday, I am at ${phone}`)]);
    const { choices } = await call.streamed([
      user(`book me on Tuesday, I am at ${phone}, or on Friday`),
    ]);
    expect(choices[0]?.message.content).toContain('booked');
    expect(rolesIn(proxy.upstream.seen.at(-1))).toEqual(['user', 'assistant', 'tool']);
    expect(clinic.seen).toHaveLength(1);
  });

  it('is not known yet where the platform asks again meanwhile: it does not run twice', async () => {
    const answered = Promise.withResolvers<void>();
    clinic.script = async (seen, response) => {
      await answered.promise;
      return answering({ booked: true })(seen, response);
    };
    proxy.upstream.script = callingOnce('look_up', withPhone);
    const call = newCall();
    const first = call.whole(asking);
    await eventually(() => expect(clinic.seen).toHaveLength(1));
    const { choices } = await call.whole(asking);
    expect(choices[0]?.message.content).toContain('has not answered yet');
    answered.resolve();
    expect((await first).choices[0]?.message.content).toContain('booked');
    expect(clinic.seen).toHaveLength(1);
    const later = await call.whole(asking);
    expect(later.choices[0]?.message.content).toContain('booked');
  });

  it('is forgotten with the call', async () => {
    const call = newCall();
    const heard = await heardFirst(call);
    await proxy.tell(agent, { type: 'end-of-call-report', call: { id: call.id } });
    await call.whole(thanks(heard));
    expect(rolesIn(proxy.upstream.seen.at(-1))).toEqual(['user', 'assistant', 'user']);
  });

  it('is unknown to a call of the same id under another token', async () => {
    const call = newCall();
    const heard = await heardFirst(call);
    const headers = { 'x-voice-call-id': call.id };
    const { completions } = clientOf(await tokenOf(agent), agent).chat;
    await completions.create({ model: 'any', messages: thanks(heard) }, { headers });
    expect(rolesIn(proxy.upstream.seen.at(-1))).toEqual(['user', 'assistant', 'user']);
  });
});

describe('a request that functions cannot serve', () => {
  it('is refused where it names no call: nobody could tell whose the answers are', async () => {
    const { completions } = clientOf(secret, agent).chat;
    const refused = completions.create({ model: 'any', messages: asking });
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      error: { details: [{ path: 'call.id', message: expect.stringMatching(/functions/) }] },
    });
    expect(proxy.upstream.seen).toEqual([]);
  });

  it('is an error where the provider fails after a function, before a word was said', async () => {
    proxy.upstream.script = (seen, response) => {
      if (seen.body.messages.at(-1)?.role === 'tool') response.writeHead(500).end();
      else return callFunction('look_up', withPhone)(seen, response);
    };
    const call = newCall();
    await expect(call.streamed(asking)).rejects.toMatchObject({ status: 502 });
    await expect(call.whole(asking)).rejects.toMatchObject({ status: 502 });
  });

  it('breaks off where the provider fails behind words', async () => {
    proxy.upstream.script = (seen, response) => {
      if (seen.body.messages.at(-1)?.role === 'tool') response.writeHead(500).end();
      else return callFunction('book_visit', withPhone)(seen, response);
    };
    const call = newCall();
    await expect(call.streamed(asking)).rejects.toMatchObject({ code: 'upstream_error' });
  });

  it('is answered in words after five rounds', async () => {
    proxy.upstream.script = (seen, response) =>
      seen.body['tool_choice'] === 'none'
        ? saying('Enough.')(seen, response)
        : callFunction('look_up', () => ({}))(seen, response);
    const call = newCall();
    const { choices } = await call.whole(asking);
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Enough.' } });
    expect(proxy.upstream.seen).toHaveLength(6);
    expect(clinic.seen).toHaveLength(5);
  });
});
