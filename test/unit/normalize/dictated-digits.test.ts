import { describe, expect, it } from 'vitest';
import { shadowOf } from '../../../server/normalize/index.ts';

const digits = Array.from('4135860917');
const words = digits.map(
  (digit) => 'oh one two three four five six seven eight nine'.split(' ')[Number(digit)],
);
const dividers = [
  '... ',
  '…',
  ', ',
  '. ',
  '.',
  ' / ',
  '; ',
  ' | ',
  '\n',
  '*',
  ' - ',
  ':',
  ' -- ',
  ' • ',
  '?! ',
];

describe('single digits in a row are one number, whatever divides them', () => {
  it.each(dividers)('%j', (divider) => {
    expect(shadowOf(digits.join(divider)).text).toBe(digits.join(''));
    expect(shadowOf(words.join(divider)).text).toBe(digits.join(''));
  });

  it('digits that speech recognition wrote as one word are read', () => {
    expect(shadowOf(`call ${words.join('')} now`).text).toBe(`call ${digits.join('')} now`);
  });

  it.each([
    '4. 1. 3.',
    'one. two. three. go.',
    'onewordoftwentyletters',
    'fouronethreefivexeightsixoh',
  ])('a few digits, or other words, stay as they are: %s', (text) => {
    expect(shadowOf(text).text.replace(/\d/g, '')).not.toBe('');
  });
});
