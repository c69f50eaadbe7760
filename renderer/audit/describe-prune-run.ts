import type { RetentionRunAnswer } from '../../server/contract/retention.ts';
import { formatDay } from '../lib/format.ts';
import { auditStrings } from './strings.ts';

const retentionStrings = auditStrings.retention;

/** The outcome of a pruning run in one or two sentences; the second names the events, if any. */
export function describePruneRun(run: RetentionRunAnswer): readonly string[] {
  const { outcome, first_seq: first, last_seq: last } = run;
  if (outcome !== 'due' && outcome !== 'pruned') return [retentionStrings[outcome]];
  const what = retentionStrings.outcomes[outcome](run.record_count, run.session_count);
  return first === undefined || last === undefined
    ? [what]
    : [what, retentionStrings.range(first, last, formatDay(run.cutoff))];
}
