import { describe, expect, it } from 'vitest';
import { lastMonth, monthSoFar } from '../../../../renderer/reports/period.ts';

describe('the days of a report', () => {
  it('the month before January is December of the year before', () => {
    expect(lastMonth('2027-01-15')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
  });

  it('the month so far ends with the day itself', () => {
    expect(monthSoFar('2026-11-29')).toEqual({ first: '2026-11-01', last: '2026-11-29' });
  });
});
