import { describe, expect, it } from 'vitest';
import { foldWords } from '../../../server/domain/fold-words.ts';

describe('a folded text has letters and digits alone', () => {
  it.each([
    ["Ángel's", 'angels'],
    ['A\u0301ngel', 'angel'],
    ['Ｗａｒｄ １２', 'ward12'],
    ['hc-20 44', 'hc2044'],
    ['zero\u200bwidth', 'zerowidth'],
    ['𝐁old', 'bold'],
    ['…', ''],
  ])('%s', (text, letters) => {
    expect(foldWords(text).letters).toBe(letters);
  });

  it('each letter says where it stands, with its accent', () => {
    const { starts, ends } = foldWords('x A\u0301b');
    expect([starts, ends]).toEqual([
      [0, 2, 4],
      [1, 4, 5],
    ]);
  });

  it('words end at blanks, and a number ends where letters begin', () => {
    const { words, edges } = foldWords('hc20 a');
    expect(words).toEqual([0, 0, 0, 0, 1]);
    expect(edges).toEqual([true, false, true, false, true, true]);
  });
});
