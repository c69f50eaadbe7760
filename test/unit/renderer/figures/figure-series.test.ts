import { describe, expect, it } from 'vitest';
import {
  exposureSeries,
  kindSeries,
  latencySeries,
  statusSeries,
} from '../../../../renderer/figures/figure-series.ts';
import { figureStrings } from '../../../../renderer/figures/strings.ts';
import type { OverviewStep } from '../../../../server/contract/figures/overview.ts';

function step(change: Partial<OverviewStep>): OverviewStep {
  return {
    start: '2026-11-21T09:00:00.000Z',
    end: '2026-11-21T10:00:00.000Z',
    calls: 0,
    calls_by_status: {},
    calls_by_exposure: {},
    calls_with: {},
    values_by_kind: {},
    redactions_by_kind: {},
    replies: 0,
    p50_latency_ms: null,
    p95_latency_ms: null,
    ...change,
  };
}

describe('the charts of an overview', () => {
  it('stack only states that occur, failures at the foot', () => {
    const steps = [step({ calls_by_status: { ok: 4, error: 1 } }), step({})];
    expect(statusSeries(steps).map(({ label, values }) => [label, values])).toEqual([
      [figureStrings.statuses.error, [1, 0]],
      [figureStrings.statuses.ok, [4, 0]],
    ]);
    expect(exposureSeries(steps)).toEqual([]);
  });

  it('show the five most frequent kinds and the others together, each in its own color', () => {
    const counts = { NAME: 9, PHONE: 8, DOB: 7, MRN: 6, SSN: 5, ZIP: 2, URL: 1 };
    const series = kindSeries([step({ redactions_by_kind: counts })], counts);
    expect(series.map(({ label }) => label)).toEqual([
      ...['Name', 'Phone number', 'Birth date', 'Medical record number'],
      'Social security number',
      figureStrings.otherKinds,
    ]);
    expect(series.at(-1)?.values).toEqual([3]);
    expect(new Set(series.map(({ ink }) => ink)).size).toBe(series.length);
  });

  it('give kinds of one family colors of their own that say nothing of good or bad', () => {
    const counts = { MRN: 9, SSN: 8, ACCOUNT: 7, LICENSE: 6, VIN: 5 };
    const series = kindSeries([step({ redactions_by_kind: counts })], counts);
    expect(series.map(({ ink }) => ink)).toEqual([
      ...['number', 'number-pale', 'ink', 'ink-soft', 'line-strong'],
    ]);
  });

  it('show no latency of fewer than 20 replies', () => {
    const few = step({ replies: 19, p50_latency_ms: 800, p95_latency_ms: 852 });
    const [median] = latencySeries([few, step({ ...few, replies: 20 })]);
    expect(median?.values).toEqual([null, 800]);
  });
});
