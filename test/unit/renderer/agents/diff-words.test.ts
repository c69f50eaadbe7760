import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from '../../../../renderer/agents/diff-words.ts';

const said = 'my number is 202 555 0143 and thanks';
const sent = 'my number is TOK1.PHONE.X and thanks';

describe('the words that masking changed', () => {
  it('the difference is in whole words, on both sides', () => {
    expect(diffWords(said, sent)).toEqual({
      before: 'my number is',
      own: '202 555 0143',
      after: 'and thanks',
    });
    expect(diffWords(sent, said).own).toBe('TOK1.PHONE.X');
  });

  it('equal texts have no difference', () => {
    expect(diffWords(said, said)).toEqual({ before: said, own: '', after: '' });
  });

  it('the three parts together are the text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { before, own, after } = diffWords(one.join(' '), other.join(' '));
        expect([before, own, after].filter((part) => part !== '').join(' ')).toBe(one.join(' '));
      }),
    );
  });
});
