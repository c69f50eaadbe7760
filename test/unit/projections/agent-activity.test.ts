import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActivityWindow,
  agentActivity,
  timeBuckets,
} from '../../../server/projections/agent-stats.ts';

const now = Date.parse('2026-11-21T14:20:00.000Z');
const windows = [
  ['24h', 24, 1],
  ['7d', 7 * 24, 6],
  ['30d', 30 * 24, 24],
] as const;

describe('the buckets of an agent’s activity', () => {
  it('are full hours; the first contains the start of the window, and the last contains now', () => {
    const buckets = timeBuckets('24h', now);
    expect(buckets).toHaveLength(25);
    expect(buckets[0]?.start).toBe('2026-11-20T14:00:00.000Z');
    expect(buckets.at(-1)).toEqual({
      start: '2026-11-21T14:00:00.000Z',
      end: '2026-11-21T15:00:00.000Z',
    });
  });

  it('are quarters of a day over a week, and days over a month', () => {
    expect(timeBuckets('7d', now).at(-1)?.start).toBe('2026-11-21T12:00:00.000Z');
    expect(timeBuckets('30d', now).at(-1)?.start).toBe('2026-11-21T00:00:00.000Z');
    expect(timeBuckets('30d', now)).toHaveLength(31);
  });

  it.each<[ActivityWindow, number, number]>(windows.map((row) => [...row]))(
    'of %s follow each other without a gap, are equally long and cover the window',
    (window, spanHours, stepHours) => {
      fc.assert(
        fc.property(fc.integer({ min: 3e12, max: 4e12 }), (at) => {
          const buckets = timeBuckets(window, at);
          const start = (index: number) => Date.parse(buckets.at(index)?.start ?? '');
          for (const [index, { start: begin, end }] of buckets.entries()) {
            expect(Date.parse(end) - Date.parse(begin)).toBe(stepHours * 3_600_000);
            if (index > 0) expect(begin).toBe(buckets[index - 1]?.end);
          }
          const begin = at - spanHours * 3_600_000;
          expect(start(0) <= begin && begin < start(1)).toBe(true);
          expect(start(-1) <= at && at < Date.parse(buckets.at(-1)?.end ?? '')).toBe(true);
        }),
        { numRuns: 50 },
      );
    },
  );

  it('have percentiles of delivered replies, and none without a reply', () => {
    const [bucket = { start: '', end: '' }] = timeBuckets('24h', now);
    const totals = { sessions: 2, redactions: 9, addedMs: { 3: 19, 50: 1 } };
    expect(agentActivity(bucket, totals)).toEqual({
      ...bucket,
      sessions: 2,
      redactions: 9,
      p50LatencyMs: 3,
      p95LatencyMs: 3,
    });
    const refused = agentActivity(bucket, { sessions: 1, redactions: 0, addedMs: {} });
    expect([refused.p50LatencyMs, refused.p95LatencyMs]).toEqual([null, null]);
  });
});
