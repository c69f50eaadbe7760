import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../server/ingress/open-request.ts';
import { maskChat, maskText } from '../../../server/tokenize/index.ts';

describe('design D1: replacing spans', () => {
  it('replaces every span and nothing else', () => {
    const replacements = [
      { start: 0, end: 3, replacement: '<long replacement>' },
      { start: 3, end: 4, replacement: '' },
      { start: 11, end: 19, replacement: '<b>' },
    ];
    expect(maskText('ann called 555-0123 !', replacements)).toBe('<long replacement>called <b> !');
  });

  it('leaves a text without spans alone', () => {
    expect(maskText('nothing here', [])).toBe('nothing here');
  });

  it.each([
    [
      'overlap',
      [
        [0, 4],
        [3, 6],
      ],
    ],
    [
      'are equal',
      [
        [0, 4],
        [0, 4],
      ],
    ],
    [
      'are not in order',
      [
        [4, 6],
        [0, 3],
      ],
    ],
    ['begin before the text', [[-1, 2]]],
    ['end after the text', [[3, 9]]],
    ['are empty', [[2, 2]]],
    ['are turned round', [[4, 2]]],
    ['are no numbers', [[Number.NaN, 2]]],
  ])('refuses spans that %s', (_, spans) => {
    const replacements = spans.map(([start = 0, end = 0]) => ({ start, end, replacement: 'x' }));
    expect(() => maskText('a text.', replacements)).toThrow();
  });
});

describe('only masked texts make a masked request (design §2)', () => {
  const messages = [
    { role: 'user' as const, content: 'ann' },
    { role: 'user' as const, content: 'hello' },
  ];
  const name = { start: 0, end: 3, replacement: '<n>' };
  const to = { upstream: 'stub', model: 'small' };

  it('writes the request from the opened one with every text masked', async () => {
    const open = await openRequest({ messages }, false);
    const { outbound, texts } = maskChat(open, [[name], []], to);
    expect(texts).toEqual(['<n>', 'hello']);
    expect(JSON.parse(outbound.body)).toEqual({
      model: 'small',
      messages: [
        { role: 'user', content: '<n>' },
        { role: 'user', content: 'hello' },
      ],
    });
    expect(outbound).toMatchObject({
      upstream: 'stub',
      stream: false,
      bodySha256: hash('sha256', outbound.body),
    });
  });

  it('writes no request with a text that was not searched', async () => {
    const open = await openRequest({ messages }, false);
    expect(() => maskChat(open, [[name]], to)).toThrow('was not searched');
  });

  it('renders an opened request only from one masked text for each slot', async () => {
    const open = await openRequest({ messages }, false);
    const one = maskText('ann', [name]);
    expect(() => open.render([one], 'small')).toThrow('one text for each slot');
    expect(() => open.render([one, one, one], 'small')).toThrow('one text for each slot');
    // @ts-expect-error: a plain string is not masked.
    open.render(['ann', one], 'small');
  });

  it('a request that ingress did not open cannot be masked', () => {
    const forged = { stream: false, slots: [], render: () => 'anything' };
    // @ts-expect-error: only ingress makes an opened request.
    maskChat(forged, [], to);
  });
});
