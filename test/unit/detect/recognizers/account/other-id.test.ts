import { describe, expect, it } from 'vitest';
import { otherIdRecognizer } from '../../../../../server/detect/recognizers/account/other-id.ts';
import { type Case, found } from '../found.ts';

const finds: readonly Case[] = [
  ['a health service number', 'my NHS number is 943 476 5919', ['943 476 5919']],
  ['a sort of number no phrase names', 'the crew number is 448291', ['448291']],
  ['a licence', "my driver's license number is D4482910", ['D4482910']],
  [
    'spoken',
    'national id is k seven seven two three one nine',
    ['k seven seven two three one nine'],
  ],
];

const nearMisses: readonly Case[] = [
  ['a telephone number', 'my phone number is 919-555-0142', []],
  ['a number of things', 'the number of steps was 10000', []],
  ['an amount', 'the lucky number is 50000 dollars', []],
  ['few digits', 'my house number is 12', []],
  ['no words', '448291', []],
];

describe('a number that words call one of another sort is masked under the nearest kind', () => {
  it.each(finds)('%s', (_why, text, expected) => {
    expect(found(otherIdRecognizer, text)).toEqual(expected);
  });

  it.each(nearMisses)('not: %s', (_why, text, expected) => {
    expect(found(otherIdRecognizer, text)).toEqual(expected);
  });
});
