import { describe, expect, it } from 'vitest';
import { lastMonth } from '../../../../renderer/reports/period.ts';

describe('the days of a report', () => {
  it('the month before January is December of the year before', () => {
    expect(lastMonth(new Date('2027-01-15T00:00:00.000Z'))).toEqual({
      first: '2026-12-01',
      last: '2026-12-31',
    });
  });
});
