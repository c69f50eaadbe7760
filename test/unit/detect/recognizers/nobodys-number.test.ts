import { describe, expect, it } from 'vitest';
import { isNobodys, isSum } from '../../../../server/detect/recognizers/nobodys-number.ts';

/** Whether the number in brackets is nobody's. */
function isNone(said: string): boolean {
  const start = said.indexOf('[');
  const end = said.indexOf(']') - 1;
  return isNobodys(said.replace(/[[\]]/g, ''), start, end);
}

describe('a time of day and the number for help are nobody’s', () => {
  it.each([
    'she was born at [1150]',
    'collected [905] this morning',
    'call [911]',
    'llame al [911]',
  ])('%s', (said) => {
    expect(isNone(said)).toBe(true);
  });

  it.each([
    'my chart is [1150]',
    'it is [11504] at home',
    'born [905] or so',
    'room [911]',
    'reach me at [2155550133]',
  ])('any other number stays one: %s', (said) => {
    expect(isNone(said)).toBe(false);
  });
});

describe('a number said as an amount is nobody’s', () => {
  it.each([
    ['fifteen hundred', true],
    ['six thousand', true],
    ['fifteen oh one', false],
    ['one eight hundred five five five oh one three three', false],
    ['1500', false],
  ])('%s', (said, expected) => {
    expect(isSum(said)).toBe(expected);
  });
});
