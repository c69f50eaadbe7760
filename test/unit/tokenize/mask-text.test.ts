import { describe, expect, it } from 'vitest';
import { maskChat, maskText } from '../../../server/tokenize/index.ts';

describe('design D1: replacing spans', () => {
  it('replaces every span and nothing else, in any order given', () => {
    const replacements = [
      { start: 11, end: 19, replacement: '<b>' },
      { start: 0, end: 3, replacement: '<long replacement>' },
      { start: 3, end: 4, replacement: '' },
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

describe('design §2: only masked texts make a masked request', () => {
  it('renders a request from its masked texts, in order', () => {
    const parts = [
      { text: 'ann', replacements: [{ start: 0, end: 3, replacement: '<n>' }] },
      { text: 'hello', replacements: [] },
    ];
    const request = maskChat(parts, (texts) => ({
      upstream: 'stub',
      stream: false,
      body: JSON.stringify(texts),
    }));
    expect(request).toEqual({ upstream: 'stub', stream: false, body: '["<n>","hello"]' });
  });
});
