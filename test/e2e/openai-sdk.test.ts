import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callTool,
  echo,
  lastUserText,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const said = 'my number is 202 555 0143 and my email is ana dot reyes at example dot com';
const messages = [
  { role: 'system' as const, content: 'You answer the phone of a clinic.' },
  { role: 'assistant' as const, content: 'How can we reach you?' },
  { role: 'user' as const, content: said },
];
const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'save_note',
      description: 'Keeps a note.',
      parameters: { type: 'object', properties: { note: { type: 'string' } } },
    },
  },
];

let upstream: ScriptedUpstream;
let service: Service;
let direct: OpenAI;
let masked: OpenAI;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startService(upstreamAt(upstream.baseUrl));
  const agent = await service.createAgent({ name: 'clinic', upstream: 'provider:model-small' });
  direct = new OpenAI({ baseURL: upstream.baseUrl, apiKey: 'none' });
  masked = new OpenAI({
    baseURL: service.proxyBase(agent),
    apiKey: 'none',
    fetch: signedFetch(webhookSecret),
  });
});

afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

describe('the openai SDK, unmodified, gets the reply it would get without the proxy (spec, rule 5)', () => {
  it('in one piece', async () => {
    upstream.script = echo;
    const request = { model: 'scripted', messages };
    const [plain, through] = [
      await direct.chat.completions.create(request),
      await masked.chat.completions.create(request),
    ];
    expect(through).toEqual(plain);
    expect(through.choices[0]?.message.content).toContain(said);
  });

  it('streamed, although the provider cuts its stream at every byte', async () => {
    upstream.script = echo;
    const read = async (client: OpenAI) => {
      const stream = client.chat.completions.stream({
        model: 'scripted',
        messages,
        stream_options: { include_usage: true },
      });
      const completion = await stream.finalChatCompletion();
      return {
        content: completion.choices[0]?.message.content,
        finish: completion.choices[0]?.finish_reason,
        usage: completion.usage,
      };
    };
    const plain = await read(direct);
    expect(await read(masked)).toEqual(plain);
    expect(plain.content).toContain(said);
  });

  it('with tool calls, whole and streamed', async () => {
    upstream.script = callTool;
    const request = { model: 'scripted', messages, tools };
    const plain = await direct.chat.completions.create(request);
    expect(await masked.chat.completions.create(request)).toEqual(plain);
    const read = async (client: OpenAI) => {
      const completion = await client.chat.completions.stream(request).finalChatCompletion();
      return completion.choices[0]?.message.tool_calls;
    };
    const streamed = await read(masked);
    expect(streamed).toEqual(await read(direct));
    expect(JSON.stringify(streamed)).toContain('202 555 0143');
  });
});

describe('only masked text is forwarded (spec, rule 2)', () => {
  it('with tokens where the values were', async () => {
    upstream.script = echo;
    await masked.chat.completions.create({ model: 'scripted', messages });
    const seen = upstream.seen.at(-1);
    expect(seen?.raw).not.toMatch(/202|0143|reyes/i);
    expect(seen && lastUserText(seen)).toMatch(
      /^my number is TOK1\.PHONE\.\S+ and my email is TOK1\.EMAIL\.\S+$/,
    );
  });
});
