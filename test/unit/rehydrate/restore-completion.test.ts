import { describe, expect, it } from 'vitest';
import { emptyTally, restoreCompletion, TokenScope } from '../../../server/rehydrate/index.ts';

const phone = 'TOK1.PHONE.K1.0123456789ABCDEFGHJK';
const name = 'TOK1.NAME.K1.ZYXWVTSRQPNMKJHGFEDC';
const foreign = 'TOK1.MRN.K1.00000000000000000000';

async function restore(body: unknown, isJson = false) {
  const scope = new TokenScope();
  scope.add({ token: phone, kind: 'PHONE', surface: '555-0123' });
  scope.add({ token: name, kind: 'NAME', surface: 'Ann "Annie" \\ Example\n' });
  const tally = emptyTally();
  const finished = await restoreCompletion(body, { scope, isJson }, tally);
  return { body, finished, ...tally };
}

describe('spec, rule 5: a reply that is not streamed', () => {
  it('is restored in every choice, and nothing else in it changes', async () => {
    const reply = (content: string, other: string) => ({
      id: 'chatcmpl-1',
      created: 1,
      model: phone,
      x_unknown: { text: phone },
      choices: [
        { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' },
        {
          index: 1,
          message: { role: 'assistant', content: null, refusal: other },
          finish_reason: 'stop',
        },
      ],
      usage: { total_tokens: 9 },
    });
    expect(await restore(reply(`Call ${phone}.`, `Not ${foreign}`))).toEqual({
      body: reply('Call 555-0123.', 'Not [REDACTED:MRN]'),
      finished: true,
      restored: 1,
      failed: [{ kind: 'MRN', reason: 'out_of_scope' }],
    });
  });

  it('stays JSON where the request asks for JSON, also of JSON in a string and in parts', async () => {
    const inner = JSON.stringify({ name, lines: [`from ${name}`] });
    for (const content of [inner, [{ type: 'text', text: JSON.stringify({ inner }) }]]) {
      const message = { content, refusal: name, reasoning: name };
      const { body } = await restore({ choices: [{ message, finish_reason: 'stop' }] }, true);
      const [choice] = (body as { choices: { message: typeof message }[] }).choices;
      const { content: restored, ...others } = choice?.message ?? message;
      const text = typeof restored === 'string' ? restored : (restored[0]?.text ?? '');
      const value = JSON.parse(text);
      const read = typeof restored === 'string' ? value : JSON.parse(value.inner);
      const said = 'Ann "Annie" \\ Example\n';
      expect(read).toEqual({ name: said, lines: [`from ${said}`] });
      expect(others).toEqual({ refusal: said, reasoning: said });
    }
  });

  it('shows no token in its reasoning, citations, audio or probabilities', async () => {
    const citation = (title: string) => [{ type: 'url_citation', url_citation: { title } }];
    const message = {
      content: phone,
      reasoning: `say ${phone}`,
      reasoning_content: `say ${name}`,
      reasoning_details: [{ type: 'reasoning.text', text: phone }],
      annotations: citation(phone),
      audio: { id: 'a', transcript: phone },
    };
    const logprobs = { content: [{ token: phone, logprob: 0 }] };
    const { body } = await restore({ choices: [{ message, logprobs, finish_reason: 'stop' }] });
    expect(JSON.stringify(body)).not.toContain('TOK1');
    expect(body).toMatchObject({
      choices: [{ message: { content: '555-0123', reasoning: 'say 555-0123' }, logprobs: null }],
    });
    const plain = { content: 'hi', annotations: citation('Opening hours'), audio: null };
    const kept = { choices: [{ message: plain, finish_reason: 'stop' }] };
    expect((await restore(structuredClone(kept))).body).toEqual(kept);
  });

  it('is restored in every text part of its content', async () => {
    const message = (text: string) => ({
      content: [
        { type: 'text', text: 'Hi ' },
        { type: 'text', text },
        { type: 'x', other: 1 },
      ],
    });
    const { body } = await restore({
      choices: [{ message: message(phone), finish_reason: 'stop' }],
    });
    expect(body).toEqual({ choices: [{ message: message('555-0123'), finish_reason: 'stop' }] });
  });

  it('keeps tool-call arguments valid JSON, whatever the value holds (design D17)', async () => {
    const args = JSON.stringify({ who: name, to: [phone] });
    const message = {
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'transfer', arguments: args } },
        { id: 'call_2', type: 'custom', custom: { name: 'x', input: 'y' } },
      ],
      function_call: { name: 'old', arguments: args },
    };
    await restore({ choices: [{ message, finish_reason: 'tool_calls' }] });
    const expected = { who: 'Ann "Annie" \\ Example\n', to: ['555-0123'] };
    expect(JSON.parse(message.tool_calls[0]?.function?.arguments ?? '')).toEqual(expected);
    expect(JSON.parse(message.function_call.arguments)).toEqual(expected);
  });

  it('is restored in its reasoning and in the input of a custom tool', async () => {
    const message = (text: string) => ({
      reasoning_content: `for ${text}`,
      tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'say', input: text } }],
    });
    const { body } = await restore({ choices: [{ message: message(name) }] });
    expect(body).toEqual({ choices: [{ message: message('Ann "Annie" \\ Example\n') }] });
  });

  it('has not finished while a choice lacks its finish reason', async () => {
    const choice = { message: { content: 'x' }, finish_reason: 'stop' };
    expect(
      (await restore({ choices: [choice, { ...choice, finish_reason: null }] })).finished,
    ).toBe(false);
  });

  it.each([
    null,
    'text',
    7,
    [],
    {},
    { choices: 1 },
    { choices: [] },
    { choices: [null, { message: 1 }] },
  ])('may be any JSON: %j', async (body) => {
    const before = structuredClone(body);
    expect(await restore(body)).toEqual({ body: before, finished: false, restored: 0, failed: [] });
  });
});
