import type { RetentionRunAnswer } from '../../server/contract/retention.ts';
import { formatDay } from '../lib/format.ts';
import { audit } from '../lib/strings/audit.ts';

const words = audit.retention;

/** What a run came to, in sentences; the second says which events, where there are any. */
export function pruneWords(run: RetentionRunAnswer): readonly string[] {
  const { outcome, first_seq: first, last_seq: last } = run;
  if (outcome !== 'due' && outcome !== 'pruned') return [words[outcome]];
  const what = words.outcomes[outcome](run.record_count, run.session_count);
  return first === undefined || last === undefined
    ? [what]
    : [what, words.range(first, last, formatDay(run.cutoff))];
}
