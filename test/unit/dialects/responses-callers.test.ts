import { describe, expect, it } from 'vitest';
import { ResponsesRequest } from '../../../server/contract/protocols/responses.ts';
import { readResponsesRequest } from '../../../server/dialects/responses/read-request.ts';
import { responsesWriter } from '../../../server/dialects/responses/write-reply.ts';
import { eventData } from '../../../server/domain/replies/server-sent-events.ts';

const read = (body: object) => readResponsesRequest(ResponsesRequest.parse(body));

describe('a request of the Responses API becomes chat completions (decision 0105)', () => {
  it('with instructions, and calls of functions in the message before them', () => {
    const call = (id: string) => ({
      type: 'function_call',
      call_id: id,
      name: 'save',
      arguments: '{}',
    });
    expect(
      read({
        instructions: 'Be kind.',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
          { type: 'reasoning', summary: [] },
          {
            type: 'message',
            role: 'assistant',
            content: [
              { type: 'output_text', text: 'Yes' },
              { type: 'output_text', text: '?' },
              { type: 'refusal', refusal: 'Not that.' },
            ],
          },
          ...[call('a'), call('b')],
          { type: 'function_call_output', call_id: 'a', output: 'saved' },
          ...[call('c')],
        ],
      }).messages,
    ).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        refusal: 'Not that.',
        content: [
          { type: 'text', text: 'Yes' },
          { type: 'text', text: '?' },
        ],
        tool_calls: ['a', 'b'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'save', arguments: '{}' },
        })),
      },
      { role: 'tool', tool_call_id: 'a', content: 'saved' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'save', arguments: '{}' } }],
      },
    ]);
  });

  it('with its settings under their names, and the caller beside it', () => {
    const schema = { type: 'object' };
    expect(
      read({
        input: 'Hi',
        model: 'm',
        stream: true,
        temperature: 0.1,
        max_output_tokens: 9,
        tools: [{ type: 'function', name: 'save', parameters: schema, strict: true }],
        tool_choice: { type: 'function', name: 'save' },
        reasoning: { effort: 'low', summary: 'auto' },
        text: { format: { type: 'json_schema', name: 'r', schema }, verbosity: 'low' },
        store: true,
        call: { id: 'c1' },
        metadata: { a: 'b' },
        other: 1,
      }),
    ).toEqual({
      model: 'm',
      stream: true,
      temperature: 0.1,
      max_completion_tokens: 9,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'save', parameters: schema, strict: true } }],
      tool_choice: { type: 'function', function: { name: 'save' } },
      reasoning_effort: 'low',
      verbosity: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'r', schema } },
      call: { id: 'c1' },
      metadata: { a: 'b' },
    });
  });

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['background', { background: true }],
    ['tools.0.type', { tools: [{ type: 'web_search' }] }],
    ['input.0.content', { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }],
    ['input.0.type', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  ])('refuses %s', (path, fields) => {
    const { error } = ResponsesRequest.safeParse({ input: 'Hi', ...fields });
    const paths = JSON.stringify(error?.issues.map((issue) => issue));
    expect(error?.issues[0]?.path.join('.') ?? '').toBe(path.startsWith('input') ? 'input' : path);
    expect(paths).toContain(path.split('.').at(-1));
  });
});

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', created: 7, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const eventsIn = (written: string) =>
  written
    .split(/(?<=\n\n)/)
    .map((event) => JSON.parse(eventData(event) ?? '{}') as Record<string, unknown>);

describe('a reply becomes the typed events of the Responses API', () => {
  const call = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });
  const stream = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'I call ' }),
    chunk({ content: '202 555 0143' }),
    chunk(call({ id: 'c1', function: { name: 'save', arguments: '' } })),
    chunk(call({ function: { arguments: '{"a":' } })),
    chunk(call({ function: { arguments: '1}' } })),
    chunk({}, 'tool_calls'),
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 } })}\n\n`,
    'data: [DONE]\n\n',
  ].join('');

  it('in their order and numbered, however the bytes are cut', () => {
    const whole = responsesWriter({ input: 'Hi' });
    const written = whole.push(Buffer.from(stream)) + whole.end();
    const bytewise = responsesWriter({ input: 'Hi' });
    const parts = [...Buffer.from(stream)].map((byte) => bytewise.push(Buffer.of(byte)));
    expect(parts.join('') + bytewise.end()).toBe(written);
    const events = eventsIn(written);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: {
        id: 'resp_chatcmpl1',
        status: 'completed',
        store: false,
        created_at: 7,
        output: [
          { type: 'message', content: [{ text: 'I call 202 555 0143' }] },
          { type: 'function_call', call_id: 'c1', name: 'save', arguments: '{"a":1}' },
        ],
        usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
      },
    });
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ])('that ends by %s is incomplete, streamed or not', (finish, reason) => {
    const incomplete = { status: 'incomplete', incomplete_details: { reason } };
    const writer = responsesWriter({ input: 'Hi' });
    const written = writer.push(Buffer.from(chunk({ refusal: 'No.' }, finish))) + writer.end();
    expect(eventsIn(written).at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: incomplete,
    });
    const message = { role: 'assistant', content: null, refusal: 'No.' };
    const whole = writer.whole(JSON.stringify({ choices: [{ message, finish_reason: finish }] }));
    const content = [{ type: 'refusal', refusal: 'No.' }];
    expect(JSON.parse(whole)).toMatchObject({ ...incomplete, output: [{ content }] });
  });

  it('that breaks off ends with an error of the API', () => {
    const writer = responsesWriter({ input: 'Hi' });
    writer.push(Buffer.from(chunk({ content: 'I' })));
    const error = { code: 'upstream_error', message: 'broke off', request_id: 'req_1' };
    expect(eventsIn(writer.failed(error))).toEqual([
      { type: 'error', sequence_number: 5, ...error, param: null },
    ]);
  });
});
