import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

interface Refused {
  readonly error: {
    code: string;
    message: string;
    request_id: string;
    details?: { path: string }[];
  };
}

/** Status, code and the request id of body and header, which must be one. */
async function refusal(response: Response) {
  const { error } = (await response.json()) as Refused;
  expect(error.request_id).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(response.headers.get('x-request-id')).toBe(error.request_id);
  return { status: response.status, code: error.code, paths: error.details?.map((d) => d.path) };
}

const hello = { model: 'm', messages: [user('hello there')] };

describe(rule('Authentication 8'), () => {
  const unsigned = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${proxy.service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const sign = (secret: string, body: string) =>
    createHmac('sha256', secret).update(body).digest('hex');
  const body = JSON.stringify(hello);

  it.each([
    ['there is none', {}],
    ['it is of another secret', { 'x-voice-signature': `sha256=${sign('other', body)}` }],
    ['it is of another body', { 'x-voice-signature': sign(webhookSecret, `${body} `) }],
    ['it is no signature', { 'x-voice-signature': 'sha256=zz' }],
  ] as const)('when %s', async (_, headers) => {
    const seen = proxy.upstream.seen.length;
    const response = await unsigned(`/proxy/${agent}/v1/chat/completions`, body, headers);
    expect(await refusal(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(proxy.upstream.seen).toHaveLength(seen);
  });

  it('checks the signature before it reads the JSON and looks up the agent', async () => {
    const malformed = await unsigned(`/proxy/${agent}/v1/chat/completions`, '{"messages":');
    expect((await refusal(malformed)).status).toBe(401);
    const unknown = await unsigned('/proxy/agt_nobody/v1/chat/completions', body);
    expect((await refusal(unknown)).status).toBe(401);
    const models = await fetch(`${proxy.service.proxyBase(agent)}/models`);
    expect((await refusal(models)).status).toBe(401);
  });

  it('a refused request makes no session', async () => {
    const quiet = await proxy.agent();
    await unsigned(`/proxy/${quiet}/v1/chat/completions`, body);
    expect(await proxy.records(quiet)).toEqual([]);
  });
});

describe(rule('POST /proxy 2'), () => {
  it('an agent that never existed is answered 404', async () => {
    const response = await proxy.post('agt_01JA0000000000000000000000', hello);
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'agent_not_found' });
  });

  it('a deleted agent is answered 404 immediately', async () => {
    const doomed = await proxy.agent();
    expect((await proxy.post(doomed, hello)).status).toBe(200);
    await proxy.service.api(`/api/v1/agents/${doomed}`, { method: 'DELETE' });
    expect(await refusal(await proxy.post(doomed, hello))).toMatchObject({ status: 404 });
    expect(await proxy.sessions(doomed)).toHaveLength(1);
  });

  it('answers when the platform appends the path twice (design D37)', async () => {
    const path = '/v1/chat/completions/chat/completions';
    const response = await proxy.post(agent, hello, { path });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('a change of an agent applies from the next request on', async () => {
    const changing = await proxy.agent();
    const words = [user('call 202-555-0143')];
    expect(await proxy.ask(changing, words)).toContain('202-555-0143');
    expect(proxy.sent()).toMatch(/TOK1\.PHONE/);
    const patched = await proxy.service.api(`/api/v1/agents/${changing}`, {
      method: 'PATCH',
      body: JSON.stringify({ upstream: 'stub' }),
    });
    expect(patched.status).toBe(200);
    expect(await proxy.ask(changing, words)).toBe('You said: call 202-555-0143');
  });
});

describe('malformed input is answered 422 validation_failed (design D34)', () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  it.each([
    ['JSON that breaks off', '{"messages":[', ['']],
    ['no JSON object', '"hello"', ['']],
    ['an empty body', '', ['']],
    ['no messages', { model: 'm' }, ['messages']],
    ['an empty list of messages', { messages: [] }, ['messages']],
    ['an unknown role', { messages: [{ role: 'boss', content: 'x' }] }, ['messages.0.role']],
    ['a part that is no text', { messages: [user([image])] }, ['messages.0.content']],
    ['a stream flag that is none', { ...hello, stream: 'yes' }, ['stream']],
  ] as const)('%s', async (_, body, paths) => {
    const seen = proxy.upstream.seen.length;
    expect(await refusal(await proxy.post(agent, body))).toEqual({
      status: 422,
      code: 'validation_failed',
      paths,
    });
    expect(proxy.upstream.seen).toHaveLength(seen);
  });

  it('answers another media type with 415 and a too large body with 413, with the same code', async () => {
    const text = await proxy.post(agent, hello, { headers: { 'content-type': 'text/plain' } });
    expect(await refusal(text)).toMatchObject({ status: 415, code: 'validation_failed' });
    const large = await proxy.post(agent, { messages: [user('a'.repeat(1 << 20))] });
    expect(await refusal(large)).toMatchObject({ status: 413, code: 'validation_failed' });
  });
});

describe('GET /proxy/{agent_id}/v1/models (design D37)', () => {
  const models = (id: string) => {
    const signature = createHmac('sha256', webhookSecret).update('').digest('hex');
    return fetch(`${proxy.service.proxyBase(id)}/models`, {
      headers: { 'x-voice-signature': signature },
    });
  };

  it('names the model, asks no upstream and makes no session', async () => {
    const warm = await proxy.agent();
    const seen = proxy.upstream.seen.length;
    const response = await models(warm);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({
      object: 'list',
      data: [{ id: 'provider:model-small', object: 'model' }],
    });
    expect(proxy.upstream.seen).toHaveLength(seen);
    expect(await proxy.records(warm)).toEqual([]);
  });

  it('answers 404 for an unknown agent', async () => {
    expect(await refusal(await models('agt_nobody'))).toMatchObject({ status: 404 });
  });
});

describe('only an allow-list of fields goes upstream (design D4)', () => {
  it('fields that platforms add stay here, whatever their names', async () => {
    const extra = {
      call: { id: 'call-1', customer: { number: '+12025550143' }, serverUrlSecret: 'hush' },
      customer: { number: '+12025550143' },
      phoneNumber: { twilioAuthToken: 'hush' },
      metadata: { note: 'hush' },
      user: 'someone',
      user_id: 'someone',
      elevenlabs_extra_body: { a: 'hush' },
      credentials: ['hush'],
    };
    await proxy.ask(agent, [{ ...user('hello'), extra: 'hush' }], extra);
    expect(JSON.parse(proxy.sent())).toEqual({ model: 'scripted', messages: [user('hello')] });
  });

  it('a tool leaves with what the model needs, without its platform’s fields', async () => {
    const hook = { url: 'https://hooks.example.com', secret: 'hush' };
    const book = {
      name: 'book',
      parameters: { type: 'object', default: { name: '202-555-0143' } },
    };
    const tools = [{ type: 'function', function: { ...book, headers: 'hush' }, server: hook }];
    await proxy.ask(agent, [user('hello')], { tools });
    const [tool] = JSON.parse(proxy.sent()).tools;
    expect(tool).toEqual({
      type: 'function',
      function: { ...book, parameters: expect.anything() },
    });
    expect(tool.function.parameters.default.name).toMatch(/^TOK1\.PHONE\./);
  });

  it('numbers, switches and words of fixed sets pass unchanged', async () => {
    const plain = {
      temperature: 0.2,
      top_p: 0.9,
      max_completion_tokens: 128_000,
      n: 1,
      presence_penalty: 0.1,
      frequency_penalty: -0.1,
      logit_bias: { '50256': -100 },
      parallel_tool_calls: false,
      reasoning_effort: 'low',
      service_tier: 'priority',
      stop: ['END'],
    };
    await proxy.ask(agent, [user('hello')], plain);
    const { model: _, messages: __, ...forwarded } = JSON.parse(proxy.sent());
    expect(forwarded).toEqual(plain);
  });

  it('of two limits for the length of a reply only one leaves', async () => {
    const limits = { max_tokens: 250, max_completion_tokens: 300 };
    await proxy.ask(agent, [user('hello')], limits);
    expect(JSON.parse(proxy.sent())).not.toHaveProperty('max_tokens');
    expect(JSON.parse(proxy.sent())).toMatchObject({ max_completion_tokens: 300 });
    await proxy.ask(agent, [user('hello')], { max_tokens: 250 });
    expect(JSON.parse(proxy.sent())).toMatchObject({ max_tokens: 250 });
  });

  it.each([
    ['logprobs', true],
    ['top_logprobs', 2],
    ['modalities', ['text', 'audio']],
    ['audio', { voice: 'alloy', format: 'wav' }],
    ['n', 2],
    ['service_tier', 'of Ada Example'],
  ])('%s that no reply could keep is refused by its name: %j', async (field, value) => {
    const response = await proxy.post(agent, { ...hello, [field]: value });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.message).toContain(field);
  });

  it('a key for the provider’s cache leaves as another one, the same for the same key', async () => {
    const keys: unknown[] = [];
    for (const key of ['call of 202-555-0143', 'call of 202-555-0143', 'another call']) {
      await proxy.ask(agent, [user('hello')], { prompt_cache_key: key, modalities: ['text'] });
      keys.push(JSON.parse(proxy.sent()).prompt_cache_key);
    }
    expect(keys).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      keys[0],
      expect.not.stringContaining(`${keys[0]}`),
    ]);
  });
});

describe('a tool that the provider runs itself is refused, and nothing leaves (design D4, decision 0178)', () => {
  const server = {
    server_label: 'charts',
    server_url: 'https://mcp.example.com',
    authorization: 'key-of-the-clinic',
    require_approval: 'never',
  };

  it.each([
    ['chat/completions', hello, { type: 'mcp', ...server }],
    ['chat/completions', hello, { type: 'web_search' }],
    ['responses', { model: 'm', input: 'hello there' }, { type: 'mcp', ...server }],
    ['responses', { model: 'm', input: 'hello there' }, { type: 'file_search' }],
  ])('%s, and the refusal says what to do instead: %j', async (path, body, tool) => {
    const sent = proxy.upstream.seen.length;
    const response = await signedFetch(webhookSecret)(`${proxy.service.proxyBase(agent)}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, tools: [tool] }),
    });
    const text = await response.clone().text();
    expect(await refusal(response)).toEqual({
      status: 422,
      code: 'validation_failed',
      paths: ['tools.0.type'],
    });
    expect(text).toContain('would reach the model unmasked');
    expect(text).toContain('offer them as functions');
    expect(text).not.toMatch(/example\.com|key-of-the-clinic/);
    expect(proxy.upstream.seen).toHaveLength(sent);
  });

  it('a field in which a provider takes such tools stays here', async () => {
    await proxy.ask(agent, [user('hello there')], {
      web_search_options: { search_context_size: 'low' },
      mcp_servers: [{ type: 'url', name: 'charts', url: server.server_url }],
    });
    expect(Object.keys(JSON.parse(proxy.sent())).sort()).toEqual(['messages', 'model']);
  });
});

describe('`stream` in the body alone decides how the reply comes (design D37)', () => {
  it.each([
    [true, 'application/json', 'text/event-stream; charset=utf-8'],
    [false, 'text/event-stream', 'application/json; charset=utf-8'],
    [null, 'text/event-stream', 'application/json; charset=utf-8'],
    [undefined, 'text/event-stream', 'application/json; charset=utf-8'],
  ])('stream %s with accept %s gives %s', async (stream, accept, expected) => {
    const response = await proxy.post(agent, { ...hello, stream }, { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(expected);
    await response.text();
  });
});

describe(rule('Processing 13'), () => {
  it.each([
    'Warning: you have 12 credits left. Top up to keep your assistant running.',
    'Your organization has used 90% of its 1000 monthly minutes.',
    'One moment please ... <flush /> Let me check that... ',
  ])('%j', async (text) => {
    const messages = [{ role: 'system', content: text }, assistant(text), user(text)];
    expect(await proxy.ask(agent, messages)).toBe(`I heard: ${text}`);
    expect(JSON.parse(proxy.sent()).messages).toEqual(messages);
  });
});
