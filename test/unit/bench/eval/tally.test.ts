import { describe, expect, it } from 'vitest';
import { quantile } from '../../../bench/eval/quantile.ts';
import { isSpoken, wordCount } from '../../../bench/eval/score-set.ts';
import { emptyTally, meanOf, poolTallies, ratesOf } from '../../../bench/eval/tally.ts';

describe('rates', () => {
  it('follow their definitions', () => {
    const { precision, recall, f1, f2 } = ratesOf(6, 10, 8);
    expect(precision).toBeCloseTo(0.75);
    expect(recall).toBeCloseTo(0.6);
    expect(f1).toBeCloseTo((2 * 0.75 * 0.6) / (0.75 + 0.6));
    expect(f2).toBeCloseTo((5 * 0.75 * 0.6) / (4 * 0.75 + 0.6));
  });

  it('are 0 where everything was missed, and undefined where nothing was asked', () => {
    expect(ratesOf(0, 5, 0)).toEqual({ precision: undefined, recall: 0, f1: 0, f2: 0 });
    expect(ratesOf(0, 0, 3)).toEqual({
      precision: 0,
      recall: undefined,
      f1: undefined,
      f2: undefined,
    });
  });

  it('are averaged over the kinds that have one', () => {
    expect(meanOf([1, undefined, 0.5])).toBeCloseTo(0.75);
    expect(meanOf([undefined])).toBeUndefined();
  });
});

describe('pooling', () => {
  it('adds counts kind by kind', () => {
    const pooled = poolTallies([
      { SSN: { ...emptyTally, support: 2, exact: 1 } },
      { SSN: { ...emptyTally, support: 3 }, DOB: { ...emptyTally, found: 1 } },
    ]);
    expect(pooled).toEqual({
      SSN: { ...emptyTally, support: 5, exact: 1 },
      DOB: { ...emptyTally, found: 1 },
    });
  });
});

describe('quantiles, words and renderings', () => {
  it('take the nearest rank', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(quantile([], 0.5)).toBeUndefined();
  });

  it('count what holds a letter or digit', () => {
    expect(wordCount(" it's  me , room 4 . ")).toBe(4);
  });

  it.each([
    ['calls_asr', true],
    ['itn_spoken', true],
    ['slurp_devel_test', true],
    ['notes', false],
  ])('%s: spoken is %s', (name, expected) => {
    expect(isSpoken(name)).toBe(expected);
  });
});
