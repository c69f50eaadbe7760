import { describe, expect, it } from 'vitest';
import { chartSteps } from '../../../../renderer/figures/chart-steps.ts';
import { overviewFigures, overviewSteps } from '../../../../server/projections/overview.ts';

const now = Date.parse('2026-11-21T14:20:00.000Z');

function steps(days: number) {
  const range = { fromMs: now - days * 86_400_000, untilMs: now };
  return chartSteps(overviewFigures(overviewSteps(range), []).steps);
}

const ticks = (days: number): string[] =>
  steps(days).flatMap(({ tick }) => (tick === undefined ? [] : [tick]));

describe('the time axis of figures', () => {
  it('the time axis labels every fourth hour of a day, up to the last', () => {
    expect(ticks(1)).toHaveLength(7);
    expect(steps(1).at(-1)?.tick).toMatch(/^\d\d:\d\d$/);
  });

  it('the time axis labels each day of a week once', () => {
    expect(ticks(7)).toHaveLength(8);
    expect(new Set(ticks(7)).size).toBe(8);
  });

  it('the time axis labels every fifth day of a month, in UTC', () => {
    expect(ticks(30)).toEqual(['Oct 22', 'Oct 27', 'Nov 1', 'Nov 6', 'Nov 11', 'Nov 16', 'Nov 21']);
    expect(steps(30).at(-1)?.label).toBe('Nov 21 (UTC)');
  });

  it.each([1, 7, 30])('has a label of its own for each step of %i days', (days) => {
    const labels = steps(days).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
