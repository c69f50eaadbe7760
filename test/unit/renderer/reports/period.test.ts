import { describe, expect, it } from 'vitest';
import { dayAfter, lastMonth, startOfDay } from '../../../../renderer/reports/period.ts';

describe('the days of a report', () => {
  it.each([
    ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z'],
    ['2026-11-02', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  ])('%s in %s starts at %s', (day, zone, start) => {
    expect(startOfDay(day, zone)).toBe(start);
  });

  it('the day after the last of a month is the first of the next', () => {
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  });

  it('the month before January is December of the year before', () => {
    expect(lastMonth(new Date('2027-01-15T00:00:00.000Z'))).toEqual({
      first: '2026-12-01',
      last: '2026-12-31',
    });
  });
});
