import { describe, expect, it } from 'vitest';
import { shadowOf } from '../../../server/normalize/index.ts';

describe('digits in other dresses are read as digits (design D2)', () => {
  it.each([
    ['keycaps', '4\ufe0f\u20e31\ufe0f\u20e33\u20e3'],
    ['Arabic', '٤١٣'],
    ['Persian', '۴۱۳'],
    ['Devanagari', '४१३'],
    ['of another plane', '\u{1d7d2}\u{1d7cf}\u{1d7d1}'],
    ['circled', '④①③'],
    ['in brackets', '⑷⑴⑶'],
    ['in discs', '❹❶❸'],
    ['superscript', '⁴¹³'],
    ['subscript', '₄₁₃'],
    ['full-width', '４１３'],
    ['amid invisible signs', '4\u20611\u034f3\ufe0f'],
    ['in bold', '**413**'],
    ['in bold with low lines', '__413__'],
    ['struck out', '~~413~~'],
    ['as code', '`413`'],
    ['in HTML', '<strong>413</strong>'],
    ['marked in HTML', '<mark>413</mark>'],
    ['as codes of HTML, of another plane', '&#x1d7d2;&#120783;&#x1d7d1;'],
    ['as codes of HTML without semicolons', '&#52&#49&#51'],
    ['as code points of JavaScript', '\\u{34}\\u{31}\\u{33}'],
    ['with combining marks', '4\u03011\u03323\u0301'],
    ['each in an element', '<span>4</span><span>1</span><span>3</span>'],
    ['each in an element of a class', '<b class="d">4</b><b class="d">1</b><b class="d">3</b>'],
  ])('%s', (_, written) => {
    const { text, starts, ends } = shadowOf(`at ${written}-586`);
    expect(text.replaceAll(/\p{DI}/gu, '')).toBe('at 413-586');
    expect([starts[0], ends[text.length - 1]]).toEqual([0, `at ${written}-586`.length]);
  });

  it.each(['20 m² and CO₂', '3*4 is 12', '**bold** and `code`', '__init__ of x_2_y', 'in ~5 days'])(
    'but not in %j',
    (text) => {
      expect(shadowOf(text).text).toBe(text);
    },
  );

  it('digits with a backslash before each lose it', () => {
    expect(shadowOf('at \\4\\1\\3\\-\\5\\8\\6').text).toBe('at 413-586');
    expect(shadowOf('replaced by \\1\\2').text).toBe('replaced by \\1\\2');
  });

  it('digits in italics are separate from the text around them', () => {
    expect(shadowOf('at _413-586_').text).toBe('at  413-586 ');
  });
});
