import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { anthropicDialect } from '../../../server/dialects/anthropic/index.ts';
import { streamOf, textBlock, toolBlock } from '../../support/providers/anthropic.ts';
import { chunksOf } from '../../support/providers/read-chunks.ts';

const { write, read, reader } = anthropicDialect;
const written = (fields: object, messages: readonly object[] = [{ role: 'user', content: 'Hi' }]) =>
  JSON.parse(
    write(JSON.stringify({ model: 'm', messages, ...fields })),
  ) as Anthropic.MessageCreateParams;
const tool = { type: 'function', function: { name: 'save' } };
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

describe('a request in the Messages API', () => {
  it('has its instructions apart, speakers in turn, and results of tools before words', () => {
    const call = {
      id: 'call00001',
      type: 'function',
      function: { name: 'save', arguments: '{"a":1}' },
    };
    expect(
      written({}, [
        { role: 'system', content: 'Be kind.' },
        { role: 'assistant', content: 'Hello.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'I am' },
            { type: 'text', text: ' here.' },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'user', content: 'Wait.' },
        { role: 'developer', content: 'Be brief.' },
        { role: 'tool', tool_call_id: 'call00001', content: 'saved' },
      ]),
    ).toEqual({
      model: 'm',
      max_tokens: 4_096,
      system: [
        { type: 'text', text: 'Be kind.' },
        { type: 'text', text: 'Be brief.' },
      ],
      messages: [
        user('(The call begins.)'),
        { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'I am' },
            { type: 'text', text: ' here.' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call00001', name: 'save', input: { a: 1 } }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'call00001',
              content: [{ type: 'text', text: 'saved' }],
            },
            { type: 'text', text: 'Wait.' },
          ],
        },
      ],
    });
  });

  it.each([
    ['nobody has spoken', [{ role: 'system', content: 'Be kind.' }]],
    [
      'the caller is silent',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes?' },
      ],
    ],
    [
      'a text is empty',
      [
        { role: 'assistant', content: '' },
        { role: 'user', content: ' ' },
      ],
    ],
  ])('begins and ends with the user where %s', (_, messages) => {
    const { messages: turns } = written({}, messages);
    expect(turns.at(0)?.role).toBe('user');
    expect(turns.at(-1)?.role).toBe('user');
  });

  it('offers functions and says how they may be called', () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'save',
          description: 'Saves.',
          parameters: { properties: {} },
          strict: true,
        },
      },
      { type: 'function', function: { name: 'end' } },
    ];
    expect(written({ tools, parallel_tool_calls: false })).toMatchObject({
      tools: [
        {
          name: 'save',
          description: 'Saves.',
          strict: true,
          input_schema: { type: 'object', properties: {} },
        },
        { name: 'end', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    const choices = ['none', 'required', { type: 'function', function: { name: 'save' } }];
    expect(choices.map((tool_choice) => written({ tools, tool_choice }).tool_choice)).toEqual([
      { type: 'none' },
      { type: 'any' },
      { type: 'tool', name: 'save' },
    ]);
  });

  it('keeps limits and formats, and leaves out what tunes other models', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(
      written({
        max_completion_tokens: 99,
        stop: ['END', ' '],
        stream: true,
        reasoning_effort: 'low',
        temperature: 1.2,
        top_p: 0.5,
        seed: 7,
        presence_penalty: 1,
        logit_bias: { 1: 2 },
        response_format: { type: 'json_schema', json_schema: { name: 'r', schema } },
      }),
    ).toEqual({
      model: 'm',
      max_tokens: 99,
      stop_sequences: ['END'],
      stream: true,
      messages: [user('Hi')],
      output_config: { format: { type: 'json_schema', schema }, effort: 'low' },
    });
  });

  it('passes arguments that are no JSON object, and a call without arguments', () => {
    const called = (args: string) =>
      written({}, [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', function: { name: 'save', arguments: args } }],
        },
      ]).messages[1]?.content;
    expect(called('{"a":')).toMatchObject([{ input: { arguments: '{"a":' } }]);
    expect(called('')).toMatchObject([{ input: {} }]);
  });

  it.each([
    ['functions', { functions: [{ name: 'save' }] }],
    ['tools.0', { tools: [{ type: 'custom', custom: { name: 'save' } }] }],
    ['tool_choice', { tools: [tool], tool_choice: { type: 'allowed_tools' } }],
    ['response_format', { response_format: { type: 'json_object' } }],
  ])('refuses %s, which it cannot say', (path, fields) => {
    const details = [expect.objectContaining({ path })];
    expect(() => written(fields)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details }),
    );
  });
});

describe('a reply of the Messages API', () => {
  const stream = (events: readonly object[]) => chunksOf(reader(), events);
  const counts = {
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 4 },
  };

  it('streams its words, its calls and its counts', () => {
    const events = streamOf(
      [
        ...textBlock(0, 'I note TOK1.'),
        ...toolBlock(1, { name: 'save_note', written: '{"a":"b"}' }),
      ],
      'tool_use',
    );
    const { text, calls, finish, usage, done } = stream(events);
    expect({ text, calls, finish, usage, done }).toEqual({
      text: 'I note TOK1.',
      calls: [{ id: 'toolu_test', name: 'save_note', arguments: '{"a":"b"}' }],
      finish: 'tool_calls',
      usage: counts,
      done: true,
    });
  });

  it('gives a call without arguments the empty object', () => {
    expect(
      stream(streamOf(toolBlock(0, { name: 'save_note', written: '' }), 'tool_use')).calls,
    ).toMatchObject([{ arguments: '{}' }]);
  });

  it('keeps thinking and pings to itself', () => {
    const thinking = { type: 'thinking_delta', thinking: 'Hm.' };
    const { text } = stream([
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: thinking },
      ...textBlock(1, 'Yes.'),
    ]);
    expect(text).toBe('Yes.');
  });

  it('says nothing before its first words, so that an overload can still be answered elsewhere', () => {
    const { chunks, error } = stream([
      ...streamOf([], 'end_turn').slice(0, 1),
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ]);
    expect(chunks).toHaveLength(1);
    expect(error).toMatchObject({ type: 'overloaded_error' });
    expect(JSON.stringify(chunks)).not.toContain('Overloaded');
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['tool_use', 'tool_calls'],
  ] as const)('that ends by %s has the finish reason %s', (reason, finish) => {
    expect(stream(streamOf([], reason)).finish).toBe(finish);
    const whole = { type: 'message', content: [], stop_reason: reason };
    expect(JSON.parse(read(JSON.stringify(whole))).choices[0].finish_reason).toBe(finish);
  });

  it('in one piece is a chat completion, and anything else stays as it is', () => {
    const reply = {
      type: 'message',
      id: 'msg_1',
      model: 'm',
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'One' },
        { type: 'tool_use', id: 'toolu_1', name: 'save', input: { a: 'b' } },
        { type: 'text', text: ', two' },
      ],
      usage: { input_tokens: 2, output_tokens: 3 },
    };
    expect(JSON.parse(read(JSON.stringify(reply)))).toMatchObject({
      id: 'msg_1',
      object: 'chat.completion',
      model: 'm',
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'One, two',
            refusal: null,
            tool_calls: [
              {
                id: 'toolu_1',
                type: 'function',
                function: { name: 'save', arguments: '{"a":"b"}' },
              },
            ],
          },
        },
      ],
      usage: { total_tokens: 5 },
    });
    for (const other of ['{"type":"error"}', '[]', 'no JSON']) expect(read(other)).toBe(other);
  });
});
