import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayAt,
  daysAround,
  dueDays,
  type ReportSchedule,
  startOfDay,
} from '../../../../server/domain/reports/schedule.ts';

const schedule = (every: ReportSchedule['every'], next: string): ReportSchedule => ({
  id: 'sched_1',
  every,
  next,
  preparedFor: '',
  samples: 25,
  by: { id: 'usr_1', name: 'Sam Lee' },
});

describe('the days of a scheduled report', () => {
  it.each([
    ['month', '2026-11-23', '2026-11-01', '2026-12-01'],
    ['month', '2026-12-01', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29', '2028-02-01', '2028-03-01'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-30'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-23'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-04'],
  ] as const)('the %s of %s begins on %s and ends before %s', (every, day, first, end) => {
    expect(daysAround(every, day)).toEqual({ first, end });
  });

  it.each([
    ['the period goes on', 'month', '2026-11-01', '2026-11-30', undefined],
    ['it is over', 'month', '2026-11-01', '2026-12-01', '2026-11-01'],
    ['it was reported', 'month', '2026-12-01', '2026-12-31', undefined],
    ['more than one is over: the last one', 'month', '2026-06-01', '2026-12-05', '2026-11-01'],
    ['a week is over', 'week', '2026-11-16', '2026-11-24', '2026-11-16'],
  ] as const)('when %s', (_, every, next, today, first) => {
    expect(dueDays(schedule(every, next), today)?.first).toBe(first);
  });

  it.each([
    ['2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z'],
    ['2026-11-02', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
    ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z'],
    ['2026-07-01', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
    ['2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, start) => {
    expect(startOfDay(day, zone)).toBe(start);
  });

  it('a day begins where the day before ends, in every zone', () => {
    const zone = fc.constantFrom('America/Chicago', 'Pacific/Apia', 'Europe/Berlin', 'Asia/Tokyo');
    const time = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(zone, time, (timeZone, at) => {
        const day = dayAt(at, timeZone);
        const start = Date.parse(startOfDay(day, timeZone));
        expect(start).toBeLessThanOrEqual(at);
        expect(dayAt(start, timeZone)).toBe(day);
        expect(dayAt(start - 1, timeZone) < day).toBe(true);
      }),
    );
  });
});
