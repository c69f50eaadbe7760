import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  chunk,
  dataOf,
  doneEvent,
  event,
  finish,
  name,
  passed,
  phone,
  surface,
} from '../../support/sse-kit.ts';

describe('design D17: tool-call arguments', () => {
  const call = (text: string, index = 0, rest: object = {}) => ({
    index,
    function: { arguments: text },
    ...rest,
  });
  const calls = (...tool_calls: object[]) => event(chunk({ tool_calls }));

  function argumentsOf(stream: string, index: number): unknown {
    const deltas = choicesOf(stream).flatMap(
      ({ delta }) =>
        (delta['tool_calls'] as { index: number; function: { arguments: string } }[]) ?? [],
    );
    return JSON.parse(
      deltas
        .filter((delta) => delta.index === index)
        .map((delta) => delta.function.arguments)
        .join(''),
    );
  }

  it('are restored per tool index and stay valid JSON', async () => {
    const { text } = await passed(
      calls(call('{"who":"TOK1.NA', 0, { id: 'a', type: 'function' })),
      calls(call('{"to":"TOK1.PHO', 1, { id: 'b', type: 'function' })),
      calls(call(`${name.slice(7)}"`, 0)),
      calls(call(`${phone.slice(8)}"}`, 1)),
      calls(call('}', 0)),
      event(chunk({}, 'tool_calls')),
      doneEvent,
    );
    expect(argumentsOf(text, 0)).toEqual({ who: surface });
    expect(argumentsOf(text, 1)).toEqual({ to: '555-0123' });
  });

  describe('of calls without an index, in chunks of their own, as some providers write them', () => {
    const bare = (text: string, rest: object = {}, named?: string) => ({
      function: { arguments: text, ...(named !== undefined && { name: named }) },
      ...rest,
    });
    it.each([
      [
        'whole, with ids',
        [bare(`{"who":"${name}"}`, { id: 'a' }, 'f'), bare(`{"to":"${phone}"}`, { id: 'b' }, 'g')],
      ],
      [
        'whole, with names alone',
        [bare(`{"who":"${name}"}`, {}, 'f'), bare(`{"to":"${phone}"}`, {}, 'f')],
      ],
      [
        'in parts that repeat the id',
        [
          bare('{"who":"TOK1.NA', { id: 'a' }, 'f'),
          bare(`${name.slice(7)}"}`, { id: 'a' }),
          bare('{"to":', { id: 'b' }, 'g'),
          bare(`"${phone}"}`, { id: 'b' }),
        ],
      ],
      [
        'in parts that name the id once',
        [
          bare('{"who":"TOK1.NA', { id: 'a' }, 'f'),
          bare(`${name.slice(7)}"}`, { id: '' }),
          bare('{"to":', { id: 'b' }, 'g'),
          bare(`"${phone}"}`),
        ],
      ],
    ])('are those of each call: %s', async (_how, parts) => {
      const { text } = await passed(
        ...parts.map((part) => calls(part)),
        event(chunk({}, 'tool_calls')),
        doneEvent,
      );
      const indexed = text.replaceAll(
        '"tool_calls":[{"function"',
        '"tool_calls":[{"index":0,"function"',
      );
      const all = indexed.replaceAll('"tool_calls":[{"id"', '"tool_calls":[{"index":0,"id"');
      expect(argumentsOf(all, 0)).toEqual({ who: surface });
      expect(argumentsOf(all, 1)).toEqual({ to: '555-0123' });
    });

    it('are those of each call where a chunk has one and the next one two more', async () => {
      const { text } = await passed(
        calls(bare('{}', { id: 'a' }, 'f')),
        calls(
          bare(`{"who":"${name}"}`, { id: 'b' }, 'g'),
          bare(`{"to":"${phone}"}`, { id: 'c' }, 'h'),
        ),
        event(chunk({}, 'tool_calls')),
      );
      expect(argumentsOf(text, 1)).toEqual({ who: surface });
      expect(argumentsOf(text, 2)).toEqual({ to: '555-0123' });
    });

    it('are refused where there are more of them than a real reply has', async () => {
      const many = Array.from({ length: 300 }, (_, at) => calls({ id: `c${at}` }));
      await expect(passed(...many)).rejects.toThrow('more than 256 texts');
    });

    it('are those of each call where parts of two take turns', async () => {
      const { text } = await passed(
        calls(bare('{}', { id: 'a' }, 'f')),
        calls(bare('{"who":"TOK1.NA', { id: 'b' }, 'g')),
        calls(bare('{"to":', { id: 'c' }, 'h')),
        calls(bare(`${name.slice(7)}"}`, { id: 'b' })),
        calls(bare(`"${phone}"}`, { id: 'c' })),
        event(chunk({}, 'tool_calls')),
      );
      expect(argumentsOf(text, 1)).toEqual({ who: surface });
      expect(argumentsOf(text, 2)).toEqual({ to: '555-0123' });
    });

    it('are those of each call where a chunk has two and the next one a third', async () => {
      const { text } = await passed(
        calls(bare('{}', { id: 'a' }, 'f'), bare('{}', { id: 'b' }, 'g')),
        calls(bare(`{"who":"${name}"}`, { id: 'c' }, 'h')),
        event(chunk({}, 'tool_calls')),
      );
      expect(argumentsOf(text, 2)).toEqual({ who: surface });
    });
  });

  it('stay valid JSON when they hold JSON as a string, however the text is cut', async () => {
    const args = JSON.stringify({ body: JSON.stringify({ who: name }) });
    const { text } = await passed(
      ...[...args].map((part) => calls(call(part))),
      event(chunk({}, 'tool_calls')),
    );
    const { body } = argumentsOf(text, 0) as { body: string };
    expect(JSON.parse(body)).toEqual({ who: surface });
  });

  it('may be any text in a custom tool', async () => {
    const input = (text: string, rest: object = {}) =>
      calls({ index: 2, custom: { input: text, ...rest } });
    const { text } = await passed(
      input(`say "${name.slice(0, 9)}`, { name: 'speak' }),
      input(`${name.slice(9)}" TOK`),
      event(chunk({}, 'tool_calls')),
    );
    const sent = choicesOf(text).flatMap(({ delta }) => delta['tool_calls'] ?? []);
    expect(sent).toEqual([
      { index: 2, custom: { input: 'say "', name: 'speak' } },
      { index: 2, custom: { input: `${surface}" ` } },
      { index: 2, custom: { input: 'TOK' } },
    ]);
  });

  it('are flushed before the finish chunk, under their index', async () => {
    const { outputs } = await passed(calls(call('{"x":"TOK', 3)), event(chunk({}, 'tool_calls')));
    expect(choicesOf(outputs[1] ?? '')[0]?.delta).toEqual({
      tool_calls: [{ index: 3, function: { arguments: 'TOK' } }],
    });
  });

  it('are restored in the older function_call too', async () => {
    const { text } = await passed(
      event(chunk({ function_call: { name: 'f', arguments: `{"a":"${name}"}` } })),
      finish,
    );
    const [first] = choicesOf(text);
    const sent = first?.delta['function_call'] as { arguments: string } | undefined;
    expect(JSON.parse(sent?.arguments ?? '')).toEqual({ a: surface });
  });

  it('come with one call in a chunk, without content or finish: some clients lose the second', async () => {
    const crowded = {
      role: 'assistant',
      content: `Calling ${phone}`,
      tool_calls: [
        { id: 'a', function: { name: 'f', arguments: '{}' } },
        { id: 'b', function: { name: 'g', arguments: `"${phone}"` } },
      ],
    };
    const whole = JSON.stringify({
      ...JSON.parse(chunk(crowded, 'tool_calls')),
      usage: { total_tokens: 9 },
    });
    const { text } = await passed(event(whole));
    expect(choicesOf(text)).toEqual([
      { index: 0, delta: { role: 'assistant', content: 'Calling 555-0123' }, finish_reason: null },
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
        finish_reason: null,
      },
      {
        index: 0,
        delta: {
          tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '"555-0123"' } }],
        },
        finish_reason: null,
      },
      { index: 0, delta: {}, finish_reason: 'tool_calls' },
    ]);
    expect(dataOf(text).map((data) => JSON.parse(data).usage)).toEqual([
      undefined,
      undefined,
      undefined,
      { total_tokens: 9 },
    ]);
  });
});
