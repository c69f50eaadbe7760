import { expect, it } from 'vitest';
import { describePruneRun } from '../../../../renderer/audit/prune-records.tsx';
import { RetentionRunAnswer } from '../../../../server/contract/retention.ts';

it.each(RetentionRunAnswer.shape.outcome.options)(
  'the outcome %s of pruning has a sentence',
  (outcome) => {
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
  },
);
