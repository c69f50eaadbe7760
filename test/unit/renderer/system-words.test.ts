import { describe, expect, it } from 'vitest';
import { describePruneRun } from '../../../renderer/audit/describe-prune-run.ts';
import { formatAge, formatUptime } from '../../../renderer/system/strings.ts';
import { RetentionRunAnswer } from '../../../server/contract/retention.ts';

describe('ages are told in days', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  it.each([
    ['2026-11-21T11:00:00.000Z', 'today'],
    ['2026-11-20T11:00:00.000Z', '1 day'],
    ['2026-11-02T11:00:00.000Z', '19 days'],
    // A clock that was set back makes nothing younger than new.
    ['2026-11-22T12:00:00.000Z', 'today'],
  ])('%s is %s', (iso, age) => {
    expect(formatAge(iso, now)).toContain(`(${age})`);
  });

  it('and a service that has just started in less', () => {
    expect(formatUptime(90)).toBe('1 min 30 s');
    expect(formatUptime(3 * 86_400 + 5)).toBe('3 days');
  });
});

describe('every outcome of pruning is told in words', () => {
  const outcomes = RetentionRunAnswer.shape.outcome.options;

  it.each(outcomes)('%s', (outcome) => {
    const run = {
      outcome,
      policy_days: 2555,
      cutoff: '2019-11-16T10:00:00.000Z',
      record_count: 512,
      session_count: 52,
      first_seq: 0,
      last_seq: 511,
    };
    const [what, ...which] = describePruneRun(run);
    expect(what).toMatch(/^[A-Z0-9].*\.$/);
    expect(which).toHaveLength(outcome === 'due' || outcome === 'pruned' ? 1 : 0);
  });
});
