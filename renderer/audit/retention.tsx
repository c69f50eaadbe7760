import { useQuery } from '@tanstack/react-query';
import type { RetentionStatusAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { formatCount, formatMoment, plural } from '../lib/format.ts';
import { useIsAdmin } from '../lib/me.ts';
import { useSystem } from '../lib/use-system.ts';
import { Facts } from '../ui/card.tsx';
import { Notice, QueryResult } from '../ui/feedback.tsx';
import { PruneRecords } from './prune-records.tsx';
import { auditStrings } from './strings.ts';

const retentionStrings = auditStrings.retention;

/** Retention time, what was pruned, and pruning on demand. */
export function Retention() {
  return useIsAdmin() ? <ForAdmins /> : <ForOthers />;
}

function ForAdmins() {
  const query = useQuery({
    queryKey: ['audit', 'retention'],
    queryFn: () => api<RetentionStatusAnswer>('/admin/retention'),
    refetchInterval: 10_000,
  });
  return (
    <QueryResult query={query}>
      {({ deleting, slack_days: slack, ...status }) => (
        <div className="audit-panel">
          <p className="quiet">{retentionStrings.intro(status.policy_days, slack)}</p>
          <Facts
            rows={[
              ...summary(status),
              [
                retentionStrings.facts.state,
                deleting ? retentionStrings.deleting : retentionStrings.idle,
              ],
            ]}
          />
          <PruneRecords />
        </div>
      )}
    </QueryResult>
  );
}

function ForOthers() {
  return (
    <QueryResult query={useSystem()}>
      {({ retention }) => (
        <div className="audit-panel">
          <p className="quiet">{retentionStrings.intro(retention.policy_days, undefined)}</p>
          <Facts rows={summary(retention)} />
          <Notice>{retentionStrings.adminsOnly}</Notice>
        </div>
      )}
    </QueryResult>
  );
}

type Summary = Pick<RetentionStatusAnswer, 'policy_days' | 'pruned_count' | 'clock_seen_at'>;

function summary(status: Summary): (readonly [string, string])[] {
  const { days, pruned, last } = retentionStrings.facts;
  return [
    [days, plural(status.policy_days, 'day')],
    [pruned, formatCount(status.pruned_count)],
    [last, formatMoment(status.clock_seen_at)],
  ];
}
