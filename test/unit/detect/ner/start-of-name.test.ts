import { describe, expect, it } from 'vitest';
import { startOfName } from '../../../../server/detect/ner/spans-of.ts';

describe('a name takes the initial before it', () => {
  it.each([
    ['"K. Ott"', '"'],
    ['signed by K. Ott', 'signed by '],
    ['Ott', ''],
    ['St. Ott', 'St. '],
    ['take plan B. Ott said so', 'take plan B. '],
    ['k. ott', 'k. '],
  ])('%s', (text, before) => {
    expect(text.slice(0, startOfName(text, text.search(/ott/i)))).toBe(before);
  });
});
