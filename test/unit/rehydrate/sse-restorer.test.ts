import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  chunk,
  content,
  contentOf,
  dataOf,
  doneEvent,
  event,
  finish,
  foreign,
  name,
  passed,
  phone,
  restorer,
  surface,
  textOf,
} from '../../support/sse-kit.ts';

describe('spec, rule 5: a streamed reply is rehydrated inline', () => {
  it('restores tokens inside a delta and across deltas', async () => {
    const { text, tally } = await passed(
      content('Call '),
      content(`${phone.slice(0, 9)}`),
      content(`${phone.slice(9)} or ${foreign}, `),
      content('bye'),
      finish,
      doneEvent,
    );
    expect(contentOf(text)).toBe('Call 555-0123 or [REDACTED:MRN], bye');
    expect(tally).toEqual({ restored: 1, failed: [{ kind: 'MRN', reason: 'out_of_scope' }] });
  });

  it('forwards a choice whose delta is null, and what follows it', async () => {
    const empty = event('{"choices":[{"index":0,"delta":null,"finish_reason":null}]}');
    expect(await passed(empty, content('hi'))).toMatchObject({ text: `${empty}${content('hi')}` });
  });

  it('forwards events without tokens immediately and byte for byte', async () => {
    const untouched = [
      event(chunk({ role: 'assistant', content: '' })),
      content('Hello there... '),
      content('<flush />'),
      ': keep-alive\n\n',
      'event: ping\nid: 7\nretry: 10\ndata: {"x": 1}\n\n',
      'data:{"choices":[],"usage":{"total_tokens":9}}\r\n\r\n',
      'data: not json\n\n',
      'data: {"choices":"?"}\n\n',
      'data: {"choices":[{"delta":7}]}\n\n',
      event(
        '{"choices": [{"index":0, "delta":{"content":null,"reasoning_content":"hm"}}], "y": 1.0}',
      ),
      event(
        chunk({
          tool_calls: [
            { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '' } },
          ],
        }),
      ),
      finish,
      'data: {"choices":[],"usage":{"total_tokens":9}}\n\n',
      doneEvent,
    ];
    const { outputs } = await passed(...untouched);
    expect(outputs).toEqual([...untouched, '']);
  });

  it('shows no token in reasoning, citations and probabilities of a chunk', async () => {
    const delta = {
      content: 'a',
      reasoning: phone,
      annotations: [{ type: 'url_citation', url_citation: { title: phone } }],
    };
    const logprobs = { content: [{ token: 'TOK1.', logprob: 0 }] };
    const json = { choices: [{ index: 0, delta, logprobs, finish_reason: null }] };
    const { text } = await passed(event(JSON.stringify(json)), finish);
    expect(text).not.toContain('TOK1');
    expect(choicesOf(text)[0]).toEqual({
      index: 0,
      delta: { content: 'a', reasoning: '555-0123' },
      logprobs: null,
      finish_reason: null,
    });
  });

  it('drops a byte order mark before the first event, however it is cut', async () => {
    const marked = Buffer.from(`\uFEFF${content(phone)}${finish}`);
    const { text } = await passed(marked.subarray(0, 1), marked.subarray(1, 2), marked.subarray(2));
    expect(text.startsWith('data: ')).toBe(true);
    expect(contentOf(text)).toBe('555-0123');
    expect((await passed('\uFEFFdata: [DONE]')).text).toBe(doneEvent);
    expect((await passed(content('a'), '\uFEFF: kept\n\n')).text).toContain('\uFEFF: kept');
  });

  it('shows both sides of the reply content', async () => {
    const { sides } = await passed(
      content(`Hi ${name.slice(0, 4)}`),
      content(`${name.slice(4)}!`),
      finish,
    );
    expect(sides).toEqual({ masked: `Hi ${name}!`, restored: `Hi ${surface}!` });
  });

  it('restores the reasoning separately from the content (design D17)', async () => {
    const reasons = (text: string) => event(chunk({ reasoning_content: text }));
    const { text, outputs } = await passed(
      reasons('Their number: TOK1.PH'),
      content('Hm. TOK1.NA'),
      reasons(phone.slice(7)),
      content(name.slice(7)),
      reasons(' TOK1'),
      finish,
    );
    const reasoning = choicesOf(text).map(({ delta }) => delta['reasoning_content'] ?? '');
    expect(reasoning.join('')).toBe('Their number: 555-0123 TOK1');
    expect(contentOf(text)).toBe(`Hm. ${surface}`);
    expect(choicesOf(outputs[5] ?? '')[0]?.delta).toEqual({ reasoning_content: 'TOK1' });
  });

  it('restores each choice separately', async () => {
    const { text } = await passed(
      content('TOK1.PHO', 0),
      content('TOK1.NA', 1),
      content(phone.slice(8), 0),
      content(name.slice(7), 1),
      finish,
      event(chunk({}, 'stop', 1)),
    );
    expect([contentOf(text, 0), contentOf(text, 1)]).toEqual(['555-0123', surface]);
  });
});

describe('design D19: order', () => {
  it('keeps the role-first delta when its text is held', async () => {
    const { outputs } = await passed(
      event(chunk({ role: 'assistant', content: 'T' })),
      content('he end'),
      finish,
    );
    expect(choicesOf(outputs[0] ?? '')[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(contentOf(outputs.join(''))).toBe('The end');
  });

  it.each([
    ['nothing else', chunk({}, 'length')],
    ['empty content', chunk({ content: '' }, 'length')],
    ['no content', chunk({ content: null }, 'length')],
  ])('flushes held text in a content delta before a finish chunk with %s', async (_, last) => {
    const { outputs } = await passed(content('so TOK'), event(last), doneEvent);
    const [flushed, finished] = choicesOf(outputs[1] ?? '');
    expect(flushed).toEqual({ index: 0, delta: { content: 'TOK' }, finish_reason: null });
    expect(outputs[1]?.endsWith(event(last))).toBe(true);
    expect(finished?.finish_reason).toBe('length');
    const [sent] = dataOf(outputs[1] ?? '');
    expect(JSON.parse(sent ?? '')).toMatchObject({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      model: 'm',
    });
  });

  it('puts held text into a finish chunk that has text', async () => {
    const { outputs } = await passed(
      content('so TOK'),
      event(chunk({ content: '. To' }, 'stop')),
      doneEvent,
    );
    expect(choicesOf(outputs[1] ?? '')).toEqual([
      { index: 0, delta: { content: 'TOK. To' }, finish_reason: 'stop' },
    ]);
  });

  it('flushes held text without a finish chunk', async () => {
    expect(contentOf((await passed(content('TOK'), doneEvent)).outputs[1] ?? '')).toBe('TOK');
    const cut = await passed(content('TOK'));
    expect(contentOf(cut.outputs[1] ?? '')).toBe('TOK');
    expect(cut.progress).toEqual({ finished: false, done: false, failed: false });
  });

  it.each(['{"error":{"code":"overloaded","message":"busy"}}', '{"error":"busy"}'])(
    'withholds an error in the stream, and lets held text go: %s',
    async (error) => {
      const { outputs, progress } = await passed(content('TOK'), event(error));
      expect(contentOf(outputs[1] ?? '')).toBe('TOK');
      expect(outputs[1]).not.toContain('busy');
      expect(progress).toEqual({ finished: false, done: false, failed: true });
    },
  );

  it('has finished only when every choice has', async () => {
    const both = [content('a', 0), content('b', 1), finish];
    expect((await passed(...both)).progress.finished).toBe(false);
    expect((await passed(...both, event(chunk({}, 'stop', 1)))).progress.finished).toBe(true);
  });

  it('stays finished when another chunk of a finished choice comes (decision 0009)', async () => {
    const usage = event(
      JSON.stringify({
        ...JSON.parse(chunk({ role: 'assistant', content: '' })),
        usage: { total_tokens: 9 },
      }),
    );
    const { outputs, progress } = await passed(content('a'), finish, usage);
    expect(outputs[2]).toBe(usage);
    expect(progress).toEqual({ finished: true, done: false, failed: false });
    const late = await passed(content('a'), finish, usage, content('b', 1));
    expect(late.progress.finished).toBe(false);
  });

  it('completes a last event that lacks its blank line, and drops one that breaks off in its data', async () => {
    expect((await passed(content('hi'), doneEvent.trimEnd())).outputs[1]).toBe('');
    expect((await passed(content('hi'), doneEvent.trimEnd())).outputs[2]).toBe(doneEvent);
    expect((await passed(content('hi'), finish.slice(0, 40))).outputs[2]).toBe('');
  });

  it('refuses an event that never ends', async () => {
    const { sse } = restorer();
    await expect(textOf(sse.push(Buffer.alloc((1 << 20) + 1, 'x'), 0))).rejects.toMatchObject({
      code: 'upstream_error',
    });
  });
});

const longest = { text: 50, token: 2_000 };

describe('design D18: how long text is held', () => {
  it('emits text held that long, in a chunk of its own', async () => {
    const { sse, tally } = restorer();
    await textOf(sse.push(Buffer.from(content(`Call ${phone.slice(0, 20)}`)), 1000));
    expect(sse.dueAt(longest)).toBe(3000);
    expect(await textOf(sse.expire(2999, longest))).toBe('');
    const early = await textOf(sse.expire(3000, longest));
    expect(choicesOf(early)).toEqual([
      { index: 0, delta: { content: '555-0123' }, finish_reason: null },
    ]);
    expect(sse.dueAt(longest)).toBeUndefined();
    const rest = await textOf(sse.push(Buffer.from(content(`${phone.slice(20)}!`) + finish), 1100));
    expect(contentOf(rest)).toBe('!');
    expect(tally).toEqual({ restored: 1, failed: [] });
  });

  it('is counted from the oldest held text', async () => {
    const { sse } = restorer();
    await textOf(sse.push(Buffer.from(content('T', 1)), 10));
    await textOf(sse.push(Buffer.from(content('T', 0)), 20));
    expect(sse.dueAt(longest)).toBe(2010);
    await textOf(sse.push(Buffer.from(content('he', 1)), 30));
    expect(sse.dueAt(longest)).toBe(2020);
  });
});
