import { initializeLogger, llm } from '@livekit/agents';
import { LLM, type LLMOptions } from '@livekit/agents-plugin-openai';
import OpenAi from 'openai';
import OpenAiV6 from 'openai-v6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { echo, lastUserText } from '../support/scripted-upstream.ts';
import { startService, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

initializeLogger({ pretty: false, level: 'silent' });

const instructions = 'You answer the telephone of a clinic.';
const said = [
  'hello',
  'my number is 212 555 0143',
  'could you call me back tomorrow',
  'my wife has 212 555 0187',
  'no, call the first number',
  'thank you, bye',
];

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy();
});
afterAll(() => proxy?.close());

/** An agent with a bearer token, as these clients are set up: base URL and key, nothing else. */
async function connection(): Promise<{ agent: string; baseURL: string; apiKey: string }> {
  const agent = await proxy.agent();
  const response = await proxy.service.api(`/api/v1/agents/${agent}/tokens`, {
    method: 'POST',
    body: JSON.stringify({ name: 'client' }),
  });
  const { token } = (await response.json()) as { token: { secret: string } };
  return { agent, baseURL: proxy.service.proxyBase(agent), apiKey: token.secret };
}

/** A caller at the openai SDK, in the loop that its documentation shows. */
function openAiCaller({ baseURL, apiKey }: { baseURL: string; apiKey: string }) {
  const client = new OpenAi({ baseURL, apiKey, maxRetries: 0 });
  const messages: OpenAi.ChatCompletionMessageParam[] = [{ role: 'system', content: instructions }];
  return async (words: string): Promise<string> => {
    messages.push({ role: 'user', content: words });
    const { choices } = await client.chat.completions.create({ model: 'any', messages });
    const message = choices[0]?.message as OpenAi.ChatCompletionMessage;
    messages.push(message);
    return message.content ?? '';
  };
}

async function oneSession(agent: string): Promise<void> {
  await expect
    .poll(() => proxy.sessions(agent))
    .toMatchObject([{ turn_count: said.length, status: 'ok', ended: false }]);
  const [session] = await proxy.sessions(agent);
  const response = await proxy.service.api(`/api/v1/sessions/${session?.id}/report`);
  const { report } = (await response.json()) as { report: { actions_by_kind: object } };
  expect(report.actions_by_kind).toHaveProperty('PHONE');
}

describe('a phone call over a client that sends no call id is one session with one report (design D29)', () => {
  it('openai', async () => {
    const { agent, ...target } = await connection();
    const say = openAiCaller(target);
    for (const words of said) expect(await say(words)).toBe(`I heard: ${words}`);
    await oneSession(agent);
  });

  it('@livekit/agents-plugin-openai', async () => {
    const { agent, baseURL, apiKey } = await connection();
    const client = new OpenAiV6({ baseURL, apiKey, maxRetries: 0 });
    // The plugin brings the same version in a folder of its own, whose types are not the same types.
    const model = new LLM({
      model: 'any',
      client: client as unknown as Required<LLMOptions>['client'],
    });
    const chatCtx = llm.ChatContext.empty();
    chatCtx.addMessage({ role: 'system', content: instructions });
    for (const words of said) {
      chatCtx.addMessage({ role: 'user', content: words });
      let heard = '';
      for await (const { delta } of model.chat({ chatCtx })) heard += delta?.content ?? '';
      expect(heard).toBe(`I heard: ${words}`);
      chatCtx.addMessage({ role: 'assistant', content: heard });
    }
    await oneSession(agent);
  });

  it('two calls at once that begin with the same words stay two, and share no token', async () => {
    const { agent, ...target } = await connection();
    const [ann, bob] = [openAiCaller(target), openAiCaller(target)];
    await Promise.all([ann('hello'), bob('hello')]);
    await ann('my number is 212 555 0143');
    const token = /TOK1\.PHONE\.\w+\.\w+/.exec(lastUserText(seen()))?.[0] ?? '';
    expect(token).not.toBe('');
    await bob('my number is 212 555 0187');
    // A provider that says the other caller's token is not obeyed.
    proxy.upstream.script = (_, response) => {
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: `It is ${token}.` };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    };
    expect(await bob('what is my number')).toBe('It is [REDACTED:PHONE].');
    expect(await ann('what is my number')).toBe('It is 212 555 0143.');
    proxy.upstream.script = echo;
    await expect
      .poll(async () => (await proxy.sessions(agent)).map(({ turn_count }) => turn_count))
      .toEqual([3, 3]);
  });
});

it('a call without an id goes on after a restart of the service (decision 0146)', async () => {
  let service = await startService();
  const agent = await service.createAgent({ name: 'clinic', upstream: 'stub' });
  const ask = async (messages: readonly object[]) => {
    const response = await signedFetch(webhookSecret)(
      `${service.proxyBase(agent)}/chat/completions`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      },
    );
    const { choices } = (await response.json()) as { choices: { message: object }[] };
    return [...messages, choices[0]?.message ?? {}];
  };
  let messages = await ask([user('hello')]);
  messages = await ask([...messages, user('my number is 212 555 0143')]);
  const { dataDir, cookie } = service;
  await service.close({ keepData: true });
  service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
  await ask([...messages, user('goodbye')]);
  await expect
    .poll(async () => (await (await service.api('/api/v1/sessions')).json()) as object)
    .toMatchObject({ data: [{ turn_count: 3 }] });
  await service.close();
});

const seen = () => {
  const last = proxy.upstream.seen.at(-1);
  if (last === undefined) throw new Error('the provider was not asked');
  return last;
};
