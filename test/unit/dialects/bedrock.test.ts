import type { ConverseCommandInput, ConverseStreamOutput } from '@aws-sdk/client-bedrock-runtime';
import { describe, expect, it } from 'vitest';
import { eventStream } from '../../../server/dialects/bedrock/event-stream.ts';
import { bedrockDialect } from '../../../server/dialects/bedrock/index.ts';
import { frame } from '../../support/providers/aws.ts';
import { eventsOf, exceptionFrame, framesOf } from '../../support/providers/bedrock.ts';
import { chunksOf } from '../../support/providers/read-chunks.ts';

const { write, read, reader } = bedrockDialect;
const written = (fields: object, messages: readonly object[] = [{ role: 'user', content: 'Hi' }]) =>
  JSON.parse(write(JSON.stringify({ model: 'm', messages, ...fields }))) as Omit<
    ConverseCommandInput,
    'modelId'
  >;
const tool = { type: 'function', function: { name: 'save' } };
const user = (text: string) => ({ role: 'user', content: [{ text }] });
const call = {
  id: 'call00001',
  type: 'function',
  function: { name: 'save', arguments: '{"a":1}' },
};
const talk = [
  { role: 'system', content: 'Be kind.' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'I am here.' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'assistant', content: 'One moment.' },
  { role: 'user', content: 'Wait.' },
  { role: 'tool', tool_call_id: 'call00001', content: 'saved' },
  { role: 'tool', tool_call_id: 'call00002', content: '' },
];

describe('a request in the Converse API', () => {
  it('has its instructions apart, speakers in turn, results before words and calls behind them', () => {
    expect(written({ tools: [tool] }, talk)).toEqual({
      system: [{ text: 'Be kind.' }],
      messages: [
        user('(The call begins.)'),
        { role: 'assistant', content: [{ text: 'Hello.' }] },
        user('I am here.'),
        {
          role: 'assistant',
          content: [
            { text: 'One moment.' },
            { toolUse: { toolUseId: 'call00001', name: 'save', input: { a: 1 } } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'call00001', content: [{ text: 'saved' }] } },
            { toolResult: { toolUseId: 'call00002', content: [{ text: '(No result.)' }] } },
            { text: 'Wait.' },
          ],
        },
      ],
      toolConfig: {
        tools: [{ toolSpec: { name: 'save', inputSchema: { json: { type: 'object' } } } }],
        toolChoice: { auto: {} },
      },
    });
  });

  it.each([{}, { tools: [tool], tool_choice: 'none' }])(
    'tells earlier calls in words where no tool is on offer, which the API does not take otherwise',
    (fields) => {
      const body = written(fields, talk);
      expect(body).not.toHaveProperty('toolConfig');
      expect(body.messages?.slice(3)).toEqual([
        {
          role: 'assistant',
          content: [{ text: '(Called save: {"a":1})' }, { text: 'One moment.' }],
        },
        {
          role: 'user',
          content: [{ text: 'Wait.' }, { text: '(Result: saved)' }, { text: '(Result: )' }],
        },
      ]);
    },
  );

  it('says how functions may be called', () => {
    const choices = ['auto', 'required', { type: 'function', function: { name: 'save' } }];
    expect(
      choices.map((tool_choice) => written({ tools: [tool], tool_choice }).toolConfig?.toolChoice),
    ).toEqual([{ auto: {} }, { any: {} }, { tool: { name: 'save' } }]);
  });

  it('keeps limits and formats, and leaves out model, streaming and what tunes the sampling', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(
      written({
        max_tokens: 99,
        stop: 'END',
        stream: true,
        reasoning_effort: 'low',
        temperature: 0.2,
        top_p: 0.5,
        response_format: { type: 'json_schema', json_schema: { name: 'r', schema } },
      }),
    ).toEqual({
      messages: [user('Hi')],
      inferenceConfig: { maxTokens: 99, stopSequences: ['END'] },
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { name: 'r', schema: JSON.stringify(schema) } },
        },
        effort: 'low',
      },
    });
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

/** The messages of a stream, each byte in a push of its own or all at once. */
function split(bytes: Buffer, step: number) {
  const splitter = eventStream.splitter();
  const pushes = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
    bytes.subarray(at * step, (at + 1) * step),
  );
  return [...pushes.flatMap((push) => splitter.push(push)), ...splitter.end()];
}

const said = eventsOf('I note TOK1.', { name: 'save_note', written: '{"a":"b"}' });

describe('a stream of the Converse API', () => {
  const all = Buffer.concat(framesOf(said));
  const stream = (events: readonly ConverseStreamOutput[]) =>
    chunksOf(reader(), split(Buffer.concat(framesOf(events)), 1_000));

  it.each([1, 7, 1_000_000])('gives words, calls and counts in pushes of %i bytes', (step) => {
    const { text, calls, finish, usage, done } = chunksOf(reader(), split(all, step));
    expect({ text, calls, finish, usage, done }).toEqual({
      text: 'I note TOK1.',
      calls: [{ id: 'tooluse_test', name: 'save_note', arguments: '{"a":"b"}' }],
      finish: 'tool_calls',
      usage: {
        prompt_tokens: 9,
        completion_tokens: 5,
        total_tokens: 14,
        prompt_tokens_details: { cached_tokens: 4 },
      },
      done: true,
    });
  });

  it('with any damaged byte is refused, never read', () => {
    for (let at = 0; at < all.length; at += 1) {
      const damaged = Buffer.from(all);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      expect(() => split(damaged, all.length)).toThrow(
        expect.objectContaining({ code: 'upstream_error' }),
      );
    }
  });

  it('that claims a message of any size is refused before it is kept', () => {
    const huge = frame({ ':message-type': 'event' }, { text: 'x'.repeat(1 << 20) });
    expect(() => split(huge.subarray(0, 12), 12)).toThrow(
      expect.objectContaining({ code: 'upstream_error' }),
    );
  });

  it('that breaks off anywhere has no end', () => {
    for (let end = 1; end < all.length; end += 1) {
      expect(chunksOf(reader(), split(all.subarray(0, end), all.length)).done).toBe(false);
    }
  });

  it.each([
    ['an exception', exceptionFrame('throttlingException'), 'throttlingException'],
    ['an error', frame({ ':message-type': 'error', ':error-code': 'Gone' }, {}), 'Gone'],
    ['a message of no type', frame({}, {}), 'error'],
  ])('may hold %s, which is passed on by its name alone', (_, bytes, type) => {
    const { error, chunks, done } = chunksOf(reader(), split(bytes, bytes.length));
    expect(error).toMatchObject({ type });
    expect(JSON.stringify(chunks)).not.toContain('Overloaded');
    expect(done).toBe(false);
  });

  it('gives a call without arguments the empty object', () => {
    expect(stream(eventsOf('', { name: 'save_note', written: '' })).calls).toMatchObject([
      { arguments: '{}' },
    ]);
  });

  it('keeps reasoning to itself', () => {
    const thought = {
      contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm.' } } },
    } as ConverseStreamOutput;
    expect(stream([thought, ...eventsOf('Yes.', undefined)]).text).toBe('Yes.');
  });
});

describe('a reply of the Converse API', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'content_filter'],
    ['content_filtered', 'content_filter'],
    ['tool_use', 'tool_calls'],
  ] as const)('that ends by %s has the finish reason %s', (reason, finish) => {
    const events = split(Buffer.concat(framesOf(eventsOf('', undefined, reason))), 1_000);
    expect(chunksOf(reader(), events).finish).toBe(finish);
    const whole = { output: { message: { content: [] } }, stopReason: reason };
    expect(JSON.parse(read(JSON.stringify(whole))).choices[0].finish_reason).toBe(finish);
  });

  it('in one piece is a chat completion, and anything else stays as it is', () => {
    const reply = {
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hm.' } } },
            { text: 'One' },
            { toolUse: { toolUseId: 'tooluse_1', name: 'save', input: { a: 'b' } } },
            { text: ', two' },
          ],
        },
      },
      stopReason: 'tool_use',
      usage: { inputTokens: 2, outputTokens: 3, totalTokens: 5 },
    };
    expect(JSON.parse(read(JSON.stringify(reply)))).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: {
            content: 'One, two',
            tool_calls: [{ id: 'tooluse_1', function: { name: 'save', arguments: '{"a":"b"}' } }],
          },
        },
      ],
      usage: { total_tokens: 5 },
    });
    for (const other of ['{"message":"no"}', '[]', 'no JSON']) expect(read(other)).toBe(other);
  });
});
