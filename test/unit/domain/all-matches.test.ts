import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allMatches } from '../../../server/domain/all-matches.ts';

const patterns = [
  /\d+/g,
  /(?<value>[a-c]+)1/dg,
  /\b/g,
  /x*/gu,
  /(?=🙂)|b/gu,
  /(?=🙂)|b/g,
  /[^\s]*/gu,
  /(a)|(b)/gi,
];

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'x', '1', ' ', '🙂', 'é') });

describe('All matches of a pattern', () => {
  it('are those of matchAll, whatever was searched before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...patterns), letters, letters, (pattern, before, text) => {
        pattern.lastIndex = 0;
        const expected = Array.from(text.matchAll(pattern));
        pattern.test(before);
        expect(allMatches(text, pattern)).toEqual(expected);
        expect(allMatches(text, pattern).map(({ indices }) => indices)).toEqual(
          expected.map(({ indices }) => indices),
        );
        expect(pattern.lastIndex).toBe(0);
      }),
    );
  });
});
