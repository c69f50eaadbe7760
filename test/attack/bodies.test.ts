import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { callTool, echo } from '../support/scripted-upstream.ts';
import { postBytes } from '../support/signed-bytes.ts';
import { contentOf } from '../support/sse-kit.ts';

const number = '202-555-0143';
const words = `call ${number}`;
const escaped = '\\u005f\\u005fproto__';

let proxy: SharedProxy;
let agent: string;
let aead: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent({ policy_name: 'healthcare-strict' });
  aead = await proxy.agent({ tokenization: 'reversible-aead' });
});

const send = (body: Buffer | string) => postBytes(proxy.service, agent, body);
/** Status, and how many requests the provider saw because of it. */
const fate = async (body: Buffer | string) => {
  const before = proxy.upstream.seen.length;
  const { status } = await send(body);
  return [status, proxy.upstream.seen.length - before];
};
const chat = (extra: string, content = '"hello"') =>
  `{"messages":[{"role":"user","content":${content}}]${extra === '' ? '' : `,${extra}`}}`;
const calling = (args: string, field = 'arguments') =>
  JSON.stringify({
    messages: [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'save', [field]: args } }],
      },
      user('go on'),
    ],
  });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** Own fields of every object, were one added to the prototype of all. */
const polluted = () => Object.keys(Object.prototype).concat('polluted' in {} ? 'polluted' : []);

describe('keys that poison prototypes poison nothing, and are not forwarded', () => {
  it.each<[string, string]>([
    ['__proto__ next to the messages', chat('"__proto__":{"polluted":1}')],
    ['__proto__ in escapes', chat(`"${escaped}":{"polluted":1}`)],
    ['constructor.prototype', chat('"constructor":{"prototype":{"polluted":1}}')],
    ['in a message', '{"messages":[{"role":"user","content":"hello","__proto__":{"polluted":1}}]}'],
    [
      'in the parameters of a tool',
      chat('"tools":[{"type":"function","function":{"name":"f","parameters":{"__proto__":{}}}}]'),
    ],
  ])('%s', async (_where, body) => {
    expect(await fate(body)).toEqual([422, 0]);
    expect(polluted()).toEqual([]);
  });

  it.each(['__proto__', escaped, 'constructor'])(
    'as text of a call that goes on, %s is searched like any other',
    async (key) => {
      const args = `{"${key}":{"prototype":{"polluted":"${words}"},"note":"${words}"}}`;
      expect(await fate(calling(args))).toEqual([200, 1]);
      expect(proxy.sent()).not.toContain('0143');
      expect(proxy.sent()).toContain('TOK1.PHONE');
      expect(polluted()).toEqual([]);
    },
  );

  it.each([
    [
      'the webhook',
      (id: string) => [`/voice/webhook/${id}`, '{"message":{"type":"x","__proto__":{}}}'],
    ],
    [
      'the webhook, deeper',
      (id: string) => [
        `/voice/webhook/${id}`,
        '{"message":{"type":"status-update","call":{"constructor":{"prototype":{}}}}}',
      ],
    ],
  ])('%s', async (_where, made) => {
    const [path = '', body = ''] = made(agent);
    const { status } = await postBytes(proxy.service, agent, body, path);
    expect([status, polluted()]).toEqual([422, []]);
  });

  it('agents', async () => {
    const body = '{"name":"p","upstream":"stub","__proto__":{"admin":true}}';
    const { status } = await proxy.service.api('/api/v1/agents', { method: 'POST', body });
    expect([status, polluted()]).toEqual([422, []]);
  });
});

describe('JSON deeper than anybody means it', () => {
  it.each([65, 100_000])('%i levels of the body are refused', async (depth) => {
    expect(await fate(chat(`"metadata":${nested(depth)}`))).toEqual([422, 0]);
  });

  it.each([65, 200_000])('%i levels in the arguments of a tool are refused', async (depth) => {
    expect(await fate(calling(nested(depth)))).toEqual([422, 0]);
  });

  it('64 levels are searched to the bottom', async () => {
    const deep = nested(64).replace('[]', `["${words}"]`);
    expect(await fate(calling(deep))).toEqual([200, 1]);
    expect(proxy.sent()).not.toContain('0143');
  });
});

describe('numbers that no JavaScript number is', () => {
  it.each(['"temperature":1e400', '"seed":18446744073709551616', '"max_tokens":-1e999', '"n":0.5'])(
    '%s is refused',
    async (field) => {
      expect(await fate(chat(field))).toEqual([422, 0]);
    },
  );

  it.each(['2025550143', '2.025550143e9', '2025550143.0', '-2025550143', '-0', '1e400'])(
    '%s as an argument of a tool: what is forwarded was searched',
    async (value) => {
      expect((await fate(calling(`{"phone":${value}}`)))[1]).toBe(1);
      expect(proxy.sent()).not.toMatch(/2\.?025550143/);
    },
  );
});

describe('of a key that stands twice, what is searched is what is forwarded', () => {
  it.each([
    ['the value first', `"content":"${words}","content":"hello"`],
    ['the value last', `"content":"hello","content":"${words}"`],
  ])('in a message: %s', async (_order, fields) => {
    expect((await fate(`{"messages":[{"role":"user",${fields}}]}`))[1]).toBe(1);
    expect(proxy.sent()).not.toContain('0143');
  });

  it.each([
    ['tool arguments', (args: string) => calling(args)],
    [
      'what a tool said',
      (content: string) =>
        JSON.stringify({ messages: [{ role: 'tool', tool_call_id: 'c1', content }, user('ok')] }),
    ],
  ])('in %s', async (_where, body) => {
    const twice = '{"note":"my name is Ann Example","\\u006eote":"fine", "note" : "fine"}';
    expect((await fate(body(twice)))[1]).toBe(1);
    expect(proxy.sent()).not.toContain('Example');
    expect(proxy.sent()).toContain('fine');
  });
});

describe('bytes that are no text', () => {
  const bytes = (...middle: number[]) => {
    const [before = '', after = ''] = chat('', '"say ? so"').split('?');
    return Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)]);
  };

  it.each<[string, Buffer]>([
    ['a lone continuation byte', bytes(0x80)],
    ['half a character', bytes(0xe2, 0x82)],
    ['an overlong slash', bytes(0xc0, 0xaf)],
    ['a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80)],
    ['beyond Unicode', bytes(0xf5, 0x80, 0x80, 0x80)],
    ['a bare NUL', bytes(0)],
    ['UTF-16', Buffer.from(`\ufeff${chat('')}`, 'utf16le')],
  ])('%s is refused', async (_what, body) => {
    expect(await fate(body)).toEqual([422, 0]);
  });

  it('a byte order mark is no text either: what follows it is masked as ever', async () => {
    const { text } = await send(`\ufeff${chat('', `"${words}"`)}`);
    expect(proxy.sent()).not.toContain('0143');
    expect(JSON.parse(text).choices[0].message.content).toBe(`I heard: ${words}`);
  });
});

describe('characters that only JSON can write', () => {
  it.each([
    ['NUL', `\0${words}\0`],
    ['half a surrogate pair before a value', `\ud83d${words}`],
    ['the other half after it', `${words}\udc00 so`],
    ['halves inside a value', 'write to ann\ud800@example.com or call 202\udfff555\udfff0143 now'],
    ['what separates lines nowhere else', `${words}\u2028\u0085${words}`],
  ])('%s: nothing of the value leaves, and the caller hears what was said', async (_what, said) => {
    for (const id of [agent, aead]) {
      proxy.upstream.script = echo;
      expect(await proxy.ask(id, [user(said)])).toBe(`I heard: ${said}`);
      expect(proxy.sent().isWellFormed()).toBe(true);
      expect(proxy.sent()).not.toMatch(/202-555-0143/);
      const streamed = await proxy.post(id, { stream: true, messages: [user(said)] });
      expect(contentOf(await streamed.text())).toBe(`I heard: ${said}`);
      proxy.upstream.script = callTool;
      const called = await proxy.post(id, { messages: [user(said)] });
      const { choices } = (await called.json()) as {
        choices: { message: { tool_calls: { function: { arguments: string } }[] } }[];
      };
      const args = choices[0]?.message.tool_calls[0]?.function.arguments ?? '';
      expect(JSON.parse(args).note).toBe(`caller said: ${said}`);
      proxy.upstream.script = echo;
    }
  });

  it('half a surrogate pair as a name or a call id breaks no journal', async () => {
    const half = '\ud800';
    for (const id of [agent, aead]) {
      const message = { role: 'user', name: `Ann ${half}`, content: words };
      const response = await proxy.post(id, { call: { id: half }, messages: [message] });
      expect(response.status).toBe(200);
      expect(proxy.sent()).not.toContain('Ann');
    }
    const verified = await proxy.service.api('/api/v1/audit/verify', { method: 'POST' });
    expect(await verified.json()).toMatchObject({ ok: true });
  });

  /** JSON as people send it to the API; `half` stands for words of their own. */
  const written: Readonly<Record<string, readonly [method: string, path: string, body: string]>> = {
    'the note of a reveal': [
      'POST',
      '/reveals',
      '{"view":"roster","reason":"audit","note":"half"}',
    ],
    'the contact of the clinic': [
      'PUT',
      '/settings/clinic',
      '{"name":"","system":"","location":"","contact":"half","time_zone":"UTC"}',
    ],
    'the matter of a legal hold': [
      'PUT',
      '/admin/legal-hold',
      '{"matter":"half","reason":"subpoena","reviewer":"Counsel"}',
    ],
    'the prompt of an agent': [
      'POST',
      '/agents',
      '{"name":"with a prompt","upstream":"stub","system_prompt":"half"}',
    ],
    'the name of a field': ['POST', '/policies/detect', '{"text":"hello","half":1}'],
  };

  it.each(Object.entries(written))(
    'half a surrogate pair in %s is refused, and reports are made as before',
    async (_what, [method, path, body]) => {
      const ask = (text: string) =>
        proxy.service.api(`/api/v1${path}`, { method, body: body.replace('half', text) });
      for (const half of ['\\ud800', '\\uDFff!', 'a \\\\\\uD800\\ud800'])
        expect((await ask(half)).status).toBe(422);
      const { data } = (await (await proxy.service.api('/api/v1/sessions?limit=1')).json()) as {
        data: readonly { id: string }[];
      };
      const report = await proxy.service.api(`/api/v1/sessions/${data[0]?.id}/report`);
      expect(report.status).toBe(200);
    },
  );

  it('a whole pair, and the letters of half a pair, are words like others', async () => {
    for (const text of ['\\ud83d\\ude00 hello', '\\\\ud800 hello', '\\\\\\ud83d\\ude00']) {
      const body = `{"text":"${text}"}`;
      const answer = await proxy.service.api('/api/v1/policies/detect', { method: 'POST', body });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ masked_text: JSON.parse(body).text });
    }
  });
});
