import { describe, expect, it } from 'vitest';
import { ChatCompletionRequest } from '../../../server/contract/chat.ts';
import { sinceToIso } from '../../../server/contract/sessions.ts';
import { deeperThan } from '../../../server/domain/json-limits.ts';
import { validationDetails } from '../../../server/http/server/validator.ts';

const user = { role: 'user', content: 'hello' };
const problems = (body: unknown) => {
  const result = ChatCompletionRequest.safeParse(body);
  return result.success ? [] : validationDetails(result.error);
};

describe('a chat-completions body is accepted as voice platforms send it', () => {
  it.each<[string, object]>([
    ['plain', { model: 'm', messages: [user], stream: true, temperature: 0.3, max_tokens: 250 }],
    [
      'every role',
      {
        messages: 'system developer user assistant tool function'
          .split(' ')
          .map((role) => ({ role, content: 'x' })),
      },
    ],
    ['text parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] }],
    [
      'parts with cache marks',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }],
          },
        ],
      },
    ],
    [
      'a tool call without content',
      {
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'book', arguments: '{}' } },
            ],
          },
        ],
      },
    ],
    [
      'a tool result',
      { messages: [{ role: 'tool', tool_call_id: 'call_1', content: '{"ok":true}' }] },
    ],
    [
      'nulls for what is left out',
      {
        messages: [{ ...user, name: null, tool_calls: null, refusal: null }],
        stream: null,
        tools: null,
        seed: null,
      },
    ],
    [
      'the extras of platforms',
      {
        messages: [user],
        call: { id: 'c' },
        customer: { number: '+15550100' },
        metadata: {},
        elevenlabs_extra_body: {},
      },
    ],
    [
      'reasoning and usage settings',
      {
        messages: [user],
        reasoning_effort: 'low',
        stream_options: { include_usage: true },
        parallel_tool_calls: true,
      },
    ],
  ])('%s', (_case, body) => {
    expect(problems(body)).toEqual([]);
  });

  it('keeps keys it does not know, and drops those inside what passes unmasked', () => {
    const parsed = ChatCompletionRequest.parse({
      messages: [{ ...user, audio_hint: 1 }],
      call: { id: 'c' },
      stream_options: { include_usage: true, note: 'jane roe' },
    });
    expect(parsed).toMatchObject({ call: { id: 'c' }, messages: [{ audio_hint: 1 }] });
    expect(parsed.stream_options).toEqual({ include_usage: true });
  });
});

describe('a chat-completions body is refused when text could hide in it (design D4)', () => {
  const inMessage = (message: object) => ({ messages: [{ ...user, ...message }] });
  it.each<[string, unknown, string]>([
    ['no messages', {}, 'messages'],
    ['an empty list', { messages: [] }, 'messages'],
    ['another role', inMessage({ role: 'narrator' }), 'messages.0.role'],
    [
      'an image',
      inMessage({ content: [{ type: 'image_url', image_url: { url: 'data:' } }] }),
      'messages.0.content',
    ],
    [
      'audio',
      inMessage({ content: [{ type: 'input_audio', input_audio: {} }] }),
      'messages.0.content',
    ],
    ['a file', inMessage({ content: [{ type: 'file', file: {} }] }), 'messages.0.content'],
    ['a bare string part', inMessage({ content: ['hello'] }), 'messages.0.content'],
    ['content as an object', inMessage({ content: { text: 'hello' } }), 'messages.0.content'],
    [
      'arguments as an object',
      inMessage({ tool_calls: [{ function: { name: 'f', arguments: {} } }] }),
      'messages.0.tool_calls.0.function.arguments',
    ],
    ['a name as an object', inMessage({ name: { first: 'jane' } }), 'messages.0.name'],
    [
      'a sentence as a setting',
      { messages: [user], reasoning_effort: 'ask jane roe' },
      'reasoning_effort',
    ],
    ['text as a number', { messages: [user], seed: '555-0100' }, 'seed'],
    ['a name as a setting', { messages: [user], verbosity: 'jane' }, 'verbosity'],
    [
      'a number as a setting',
      { messages: [user], reasoning_effort: '2025550143' },
      'reasoning_effort',
    ],
    [
      'a telephone number as a count',
      { messages: [user], max_tokens: 2_025_550_143 },
      'max_tokens',
    ],
    [
      'a social security number as a count',
      { messages: [user], max_completion_tokens: 536_481_442 },
      'max_completion_tokens',
    ],
    ['a record number as a temperature', { messages: [user], temperature: 4482913 }, 'temperature'],
    ['a number as a share', { messages: [user], top_p: 202 }, 'top_p'],
    ['a number as a penalty', { messages: [user], presence_penalty: -5550143 }, 'presence_penalty'],
    ['a number as a penalty', { messages: [user], frequency_penalty: 143 }, 'frequency_penalty'],
    ['a number of choices', { messages: [user], n: 5550143 }, 'n'],
    ['two choices', { messages: [user], n: 2 }, 'n'],
    ['a number of alternatives', { messages: [user], top_logprobs: 4482 }, 'top_logprobs'],
    ['a number as a switch', { messages: [user], logprobs: 4482913 }, 'logprobs'],
    ['a number as a bias', { messages: [user], logit_bias: { '5': 4482913 } }, 'logit_bias.5'],
    [
      'a telephone number as a token id',
      { messages: [user], logit_bias: { '2025550143': 1 } },
      'logit_bias',
    ],
    [
      'more biases than anybody needs',
      {
        messages: [user],
        logit_bias: Object.fromEntries(Array.from({ length: 1025 }, (_, id) => [id, 1])),
      },
      'logit_bias',
    ],
    [
      'a tool that the provider runs',
      { messages: [user], tools: [{ type: 'mcp', server_url: 'https://mcp.example.com' }] },
      'tools.0.type',
    ],
    ['text as a choice of a tool', { messages: [user], tool_choice: '19580220' }, 'tool_choice'],
    [
      'text as a choice of a function',
      { messages: [user], function_call: 'jane' },
      'function_call',
    ],
    ['text as a token id', { messages: [user], logit_bias: { 'jane roe': 1 } }, 'logit_bias'],
    ['stream as text', { messages: [user], stream: 'yes' }, 'stream'],
  ])('%s', (_case, body, path) => {
    expect(problems(body)[0]?.path).toBe(path);
  });
});

describe('problems', () => {
  it('name at most 20 places', () => {
    expect(problems({ messages: Array.from({ length: 50 }, () => ({ role: 'x' })) })).toHaveLength(
      20,
    );
  });
});

describe('nesting', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  it('is counted in levels of objects and arrays', () => {
    expect([deeperThan(1, 0), deeperThan({}, 0), deeperThan({ a: {} }, 1)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([deeperThan(nested(64), 64), deeperThan(nested(65), 64)]).toEqual([false, true]);
  });

  it('a body of half a million levels is refused without recursion', () => {
    expect(deeperThan(nested(500_000), 64)).toBe(true);
  });
});

describe('since', () => {
  const now = Date.parse('2026-11-21T10:00:00.000Z');
  it.each([
    ['1h', '2026-11-21T09:00:00.000Z'],
    ['24h', '2026-11-20T10:00:00.000Z'],
    ['7d', '2026-11-14T10:00:00.000Z'],
    ['30d', '2026-10-22T10:00:00.000Z'],
    ['15m', '2026-11-21T09:45:00.000Z'],
    ['9999d', '1999-07-07T10:00:00.000Z'],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ])('%s is %s', (since, iso) => {
    expect(sinceToIso(since, now)).toBe(iso);
  });
});
