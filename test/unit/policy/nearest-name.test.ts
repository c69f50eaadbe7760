import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../server/policy/index.ts';

describe('only a near miss gets a suggestion', () => {
  it.each([
    ['tokenise', 'tokenize'],
    ['TOKENIZE', 'tokenize'],
    ['redcat', 'redact'],
    ['passtrough', 'passthrough'],
    ['delete', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.20s', (name, expected) => {
    expect(nearestName(name, ['tokenize', 'redact', 'passthrough'])).toBe(expected);
  });
});
