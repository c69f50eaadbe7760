import type { OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { responsesDialect } from '../../../server/dialects/responses/index.ts';
import { chunksOf } from '../../support/providers/read-chunks.ts';
import { eventsOf } from '../../support/providers/responses.ts';

const { write, read, reader } = responsesDialect;
const hi = { role: 'user', content: 'Hi' };
const written = (fields: object, messages: readonly object[] = [hi]) =>
  JSON.parse(
    write(JSON.stringify({ model: 'm', messages, ...fields })),
  ) as OpenAI.Responses.ResponseCreateParams;
const said = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});

describe('a request in the Responses API', () => {
  it('is a list of items that the provider does not store', () => {
    const call = { id: 'call00001', type: 'function', function: { name: 'save', arguments: '{}' } };
    expect(
      written({}, [
        { role: 'system', content: 'Be kind.' },
        hi,
        { role: 'assistant', content: 'Hello.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call00001', content: 'saved' },
      ]),
    ).toEqual({
      model: 'm',
      store: false,
      input: [
        said('system', 'Be kind.'),
        said('user', 'Hi'),
        { type: 'message', role: 'assistant', content: 'Hello.' },
        { type: 'function_call', call_id: 'call00001', name: 'save', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call00001', output: 'saved' },
      ],
    });
  });

  it('has the fields of chat completions under their names of the API', () => {
    const schema = { type: 'object', properties: {} };
    const tools = [{ type: 'function', function: { name: 'save', parameters: schema } }];
    expect(
      written({
        tools,
        tool_choice: { type: 'function', function: { name: 'save' } },
        max_tokens: 9,
        temperature: 0.2,
        top_p: null,
        parallel_tool_calls: false,
        reasoning_effort: 'low',
        verbosity: 'low',
        stream: true,
        seed: 7,
        response_format: { type: 'json_schema', json_schema: { name: 'r', schema } },
      }),
    ).toEqual({
      model: 'm',
      store: false,
      input: [said('user', 'Hi')],
      stream: true,
      tools: [{ type: 'function', name: 'save', parameters: schema, strict: false }],
      tool_choice: { type: 'function', name: 'save' },
      max_output_tokens: 9,
      temperature: 0.2,
      parallel_tool_calls: false,
      reasoning: { effort: 'low' },
      text: { format: { type: 'json_schema', name: 'r', schema }, verbosity: 'low' },
    });
    expect(written({ tools, tool_choice: 'any' }).tool_choice).toBe('required');
  });

  it.each([
    ['functions', { functions: [{ name: 'save' }] }],
    ['messages.0', { messages: [{ role: 'function', name: 'save', content: 'saved' }] }],
    ['stop', { stop: ['END'] }],
    ['tools.0', { tools: [{ type: 'custom', custom: { name: 'save' } }] }],
    ['tool_choice', { tool_choice: { type: 'allowed_tools' } }],
  ])('refuses %s, which it cannot say', (path, fields) => {
    const details = [expect.objectContaining({ path })];
    expect(() => written(fields)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details }),
    );
  });
});

describe('a reply of the Responses API', () => {
  const counts = {
    prompt_tokens: 3,
    completion_tokens: 5,
    total_tokens: 8,
    prompt_tokens_details: { cached_tokens: 1 },
  };

  it('streams its words, its calls and its counts', () => {
    const { text, calls, finish, usage, done } = chunksOf(
      reader(),
      eventsOf('I note it.', { name: 'save_note', written: '{}' }),
    );
    expect({ text, calls, finish, usage, done }).toEqual({
      text: 'I note it.',
      calls: [{ id: 'call_test', name: 'save_note', arguments: '{}' }],
      finish: 'tool_calls',
      usage: counts,
      done: true,
    });
  });

  it.each([
    ['response.failed', { response: { error: { code: 'server_error', message: 'secret' } } }],
    ['error', { code: 'server_error', message: 'secret' }],
  ])('that breaks with %s says so without the words of the provider', (type, fields) => {
    const created = eventsOf('').slice(0, 1);
    const { chunks, error } = chunksOf(reader(), [...created, { type, ...fields }]);
    expect(error).toMatchObject({ type: 'server_error' });
    expect(chunks).toHaveLength(1);
    expect(JSON.stringify(chunks)).not.toContain('secret');
  });

  const part = (type: string, text: string) => ({
    type,
    [type === 'refusal' ? type : 'text']: text,
  });
  const reply = (fields: object) => ({
    id: 'resp_1',
    model: 'm',
    status: 'completed',
    output: [],
    usage: {},
    ...fields,
  });

  it.each([
    ['completed', {}, 'stop'],
    ['incomplete', { reason: 'max_output_tokens' }, 'length'],
    ['incomplete', { reason: 'content_filter' }, 'content_filter'],
  ])('that is %s %j has the finish reason %s', (status, incomplete_details, finish) => {
    const response = reply({ status, incomplete_details });
    const event = { type: `response.${status}`, response };
    expect(chunksOf(reader(), [event]).finish).toBe(finish);
    expect(JSON.parse(read(JSON.stringify(response))).choices[0].finish_reason).toBe(finish);
  });

  it('in one piece is a chat completion, and anything else stays as it is', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'message', content: [part('output_text', 'Yes. '), part('refusal', 'Not that.')] },
      { type: 'function_call', call_id: 'call_1', name: 'save', arguments: '{}' },
    ];
    expect(JSON.parse(read(JSON.stringify(reply({ output }))))).toMatchObject({
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'Yes. ',
            refusal: 'Not that.',
            tool_calls: [{ id: 'call_1', function: { name: 'save', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
    for (const other of ['{"status":"failed"}', '{}', 'no JSON']) expect(read(other)).toBe(other);
  });
});
