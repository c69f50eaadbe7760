import { FinishReason } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { geminiDialect } from '../../../server/dialects/gemini/index.ts';
import { eventsOf, type Reply } from '../../support/providers/gemini.ts';
import { chunksOf } from '../../support/providers/read-chunks.ts';

const { write, read, reader, retryAfter } = geminiDialect;
const written = (fields: object, messages: readonly object[] = [{ role: 'user', content: 'Hi' }]) =>
  JSON.parse(write(JSON.stringify({ model: 'm', messages, ...fields })));
const tool = { type: 'function', function: { name: 'save' } };
const user = (text: string) => ({ role: 'user', parts: [{ text }] });
const call = {
  id: 'call00001',
  type: 'function',
  function: { name: 'save', arguments: '{"a":1}' },
};

describe('a request in the Gemini API', () => {
  it('has its instructions apart, speakers in turn, and results by the name of their function', () => {
    const talk = [
      { role: 'system', content: 'Be kind.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'I am here.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'assistant', content: 'One moment.' },
      { role: 'user', content: 'Wait.' },
      { role: 'tool', tool_call_id: 'call00001', content: 'saved' },
      { role: 'tool', tool_call_id: 'call00001', content: '{"saved":true}' },
      { role: 'assistant', content: 'Done.' },
    ];
    expect(written({}, talk)).toEqual({
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      contents: [
        user('(The call begins.)'),
        { role: 'model', parts: [{ text: 'Hello.' }] },
        user('I am here.'),
        {
          role: 'model',
          parts: [
            { text: 'One moment.' },
            {
              functionCall: { name: 'save', args: { a: 1 } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'save', response: { result: 'saved' } } },
            { functionResponse: { name: 'save', response: { saved: true } } },
            { text: 'Wait.' },
          ],
        },
        { role: 'model', parts: [{ text: 'Done.' }] },
        user('(No answer.)'),
      ],
    });
  });

  it('offers functions and says how they may be called', () => {
    const parameters = { properties: { a: { type: 'string' } } };
    const tools = [{ type: 'function', function: { name: 'save', parameters } }, tool];
    expect(written({ tools })).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: 'save', parametersJsonSchema: { type: 'object', ...parameters } },
            { name: 'save' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    });
    const choices = ['none', 'required', { type: 'function', function: { name: 'save' } }];
    expect(
      choices.map(
        (tool_choice) => written({ tools, tool_choice }).toolConfig.functionCallingConfig,
      ),
    ).toEqual([{ mode: 'NONE' }, { mode: 'ANY' }, { mode: 'ANY', allowedFunctionNames: ['save'] }]);
  });

  it('keeps limits, sampling, effort and formats', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(
      written({
        max_tokens: 99,
        stop: ['END', ' '],
        stream: true,
        reasoning_effort: 'low',
        temperature: 0.2,
        top_p: 0.5,
        seed: 7,
        response_format: { type: 'json_schema', json_schema: { name: 'r', schema } },
      }),
    ).toEqual({
      contents: [user('Hi')],
      generationConfig: {
        temperature: 0.2,
        topP: 0.5,
        maxOutputTokens: 99,
        stopSequences: ['END'],
        thinkingConfig: { thinkingBudget: 1_024 },
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      },
    });
    expect(written({ response_format: { type: 'json_object' } }).generationConfig).toEqual({
      responseMimeType: 'application/json',
    });
  });

  it.each([
    ['functions', { functions: [{ name: 'save' }] }],
    ['tools.0', { tools: [{ type: 'custom', custom: { name: 'save' } }] }],
    ['tool_choice', { tools: [tool], tool_choice: { type: 'allowed_tools' } }],
    ['response_format', { response_format: { type: 'grammar' } }],
  ])('refuses %s, which it cannot say', (path, fields) => {
    const details = [expect.objectContaining({ path })];
    expect(() => written(fields)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details }),
    );
  });
});

describe('a reply of the Gemini API', () => {
  const stream = (events: readonly Reply[]) => chunksOf(reader(), events);
  const usage = {
    prompt_tokens: 7,
    completion_tokens: 5,
    total_tokens: 12,
    prompt_tokens_details: { cached_tokens: 4 },
  };

  it('streams its words, its calls and its counts, and keeps thoughts to itself', () => {
    const {
      chunks: _,
      error: __,
      refusal: ___,
      ...heard
    } = stream(eventsOf('I note TOK1.', { name: 'save_note', written: '{"a":"b"}' }));
    expect(heard).toEqual({
      text: 'I note TOK1.',
      calls: [{ id: 'call_resp_0', name: 'save_note', arguments: '{"a":"b"}' }],
      finish: 'tool_calls',
      usage,
      done: true,
    });
  });

  it('reports an error by its name alone', () => {
    const { chunks, error } = chunksOf(reader(), [
      { error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } },
    ]);
    expect(error).toMatchObject({ type: 'UNAVAILABLE' });
    expect(JSON.stringify(chunks)).not.toContain('Overloaded');
  });

  it.each([
    [FinishReason.STOP, 'stop'],
    [FinishReason.MAX_TOKENS, 'length'],
    [FinishReason.SAFETY, 'content_filter'],
    [FinishReason.SPII, 'content_filter'],
    [FinishReason.MALFORMED_FUNCTION_CALL, 'stop'],
  ])('that ends by %s has the finish reason %s', (reason, finish) => {
    expect(stream(eventsOf('Yes.', undefined, reason)).finish).toBe(finish);
    const whole = { candidates: [{ content: { parts: [] }, finishReason: reason }] };
    expect(JSON.parse(read(JSON.stringify(whole))).choices[0].finish_reason).toBe(finish);
  });

  it('that refuses the prompt is a filtered one', () => {
    const refused = { promptFeedback: { blockReason: 'SAFETY' }, responseId: 'r' };
    expect(JSON.parse(read(JSON.stringify(refused))).choices[0].finish_reason).toBe(
      'content_filter',
    );
    expect(chunksOf(reader(), [refused])).toMatchObject({ finish: 'content_filter', done: true });
  });

  it('in one piece is a chat completion, and anything else stays as it is', () => {
    const parts = [
      { text: 'Hm.', thought: true },
      { text: 'One' },
      { functionCall: { name: 'save' } },
      { text: ', two' },
    ];
    const reply = {
      responseId: 'r',
      modelVersion: 'm',
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
    };
    expect(JSON.parse(read(JSON.stringify(reply)))).toMatchObject({
      id: 'r',
      model: 'm',
      choices: [
        {
          message: {
            content: 'One, two',
            tool_calls: [{ id: 'call_r_0', function: { name: 'save', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
    for (const other of ['{"error":{}}', '[]', 'no JSON']) expect(read(other)).toBe(other);
  });

  it('that is an error says how long to wait', () => {
    const waiting = (retryDelay: unknown) =>
      retryAfter?.(JSON.stringify({ error: { details: [{ reason: 'x' }, { retryDelay }] } }));
    expect([waiting('17s'), waiting('3.2s'), waiting('soon'), retryAfter?.('[]')]).toEqual([
      '17',
      '4',
      undefined,
      undefined,
    ]);
  });
});
