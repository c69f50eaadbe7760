import { afterEach, describe, expect, it } from 'vitest';
import { formatMoment, showTimesIn, timeZone } from '../../../../renderer/lib/format.ts';
import {
  dayAfter,
  lastMonth,
  monthSoFar,
  startOfDay,
} from '../../../../renderer/lib/local-days.ts';

describe('days of a time zone', () => {
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
});

describe('the zone of shown times', () => {
  afterEach(() => showTimesIn(undefined));

  it('times, days and the name of the zone follow it', () => {
    showTimesIn('America/Chicago');
    expect(formatMoment('2026-11-21T03:00:00.000Z')).toBe('Nov 20, 2026, 21:00:00');
    expect(startOfDay('2026-11-20')).toBe('2026-11-20T06:00:00.000Z');
    expect(timeZone()).toBe('CST');
  });
});

describe('the days of a report', () => {
  it('the month before January is December of the year before', () => {
    expect(lastMonth('2027-01-15')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
  });

  it('the month so far ends with the day itself', () => {
    expect(monthSoFar('2026-11-29')).toEqual({ first: '2026-11-01', last: '2026-11-29' });
  });
});
