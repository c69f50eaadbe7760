import { describe, expect, it } from 'vitest';
import { type ActivityWindow, chartSteps } from '../../../../renderer/agents/activity-chart.ts';
import { ActivityBucket } from '../../../../server/contract/agent-activity.ts';
import { toWire } from '../../../../server/contract/wire-form.ts';
import { agentActivity, timeBuckets } from '../../../../server/projections/agent-stats.ts';

const now = Date.parse('2026-11-21T14:20:00.000Z');

function steps(window: ActivityWindow) {
  const nothing = { sessions: 0, redactions: 0, addedMs: {} };
  return chartSteps(
    timeBuckets(window, now).map((bucket) =>
      toWire(ActivityBucket, agentActivity(bucket, nothing)),
    ),
  );
}

const ticks = (window: ActivityWindow): string[] =>
  steps(window).flatMap(({ tick }) => (tick === undefined ? [] : [tick]));

describe('the time axis of an agent’s activity', () => {
  it('the time axis labels every fourth hour of a day, up to the last', () => {
    expect(ticks('24h')).toHaveLength(7);
    expect(steps('24h').at(-1)?.tick).toMatch(/^\d\d:\d\d$/);
  });

  it('the time axis labels each day of a week once', () => {
    const days = ticks('7d');
    expect(days).toHaveLength(7);
    expect(new Set(days).size).toBe(7);
  });

  it('the time axis labels every fifth day of a month, in UTC', () => {
    expect(ticks('30d')).toEqual([
      'Oct 22',
      'Oct 27',
      'Nov 1',
      'Nov 6',
      'Nov 11',
      'Nov 16',
      'Nov 21',
    ]);
    expect(steps('30d').at(-1)?.label).toBe('Nov 21 (UTC)');
  });

  it.each(['24h', '7d', '30d'] as const)('has a label of its own for each step of %s', (window) => {
    const labels = steps(window).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
