import { useQuery } from '@tanstack/react-query';
import type { RetentionStatusAnswer } from '../../server/contract/retention.ts';
import { useHolds } from '../holds/place-hold.tsx';
import { holdStrings } from '../holds/strings.ts';
import { api } from '../lib/api.ts';
import { formatCount, formatMoment, plural } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { useSystem } from '../lib/use-system.ts';
import { Facts } from '../ui/card.tsx';
import { Notice, QueryResult } from '../ui/feedback.tsx';
import { PruneRecords } from './prune-records.tsx';
import { auditStrings } from './strings.ts';

const retentionStrings = auditStrings.retention;

/** Retention time, what was pruned, and pruning on demand. */
export function Retention() {
  const refusal = useRefusal('getRetention');
  return refusal === undefined ? <WithPruning /> : <WithoutPruning refusal={refusal} />;
}

function WithPruning() {
  const query = useQuery({
    queryKey: ['audit', 'retention'],
    queryFn: () => api<RetentionStatusAnswer>('/admin/retention'),
    refetchInterval: 10_000,
  });
  return (
    <QueryResult query={query}>
      {({ deleting, slack_days: slack, tile_days: tile, ...status }) => (
        <div className="audit-panel">
          <p className="quiet">{retentionStrings.intro(status.policy_days, { slack, tile })}</p>
          <Facts
            rows={[
              ...summary(status),
              [
                retentionStrings.facts.state,
                deleting ? retentionStrings.deleting : retentionStrings.idle,
              ],
            ]}
          />
          <HoldBanner />
          <PruneRecords />
        </div>
      )}
    </QueryResult>
  );
}

/** Says that legal holds keep events from being pruned. */
function HoldBanner() {
  const holds = useHolds().data?.data ?? [];
  if (holds.length === 0) return null;
  const everything = holds.some(
    ({ session_id, agent_id, from }) => (session_id ?? agent_id ?? from) === undefined,
  );
  const { all, calls } = holdStrings.banner;
  return <Notice tone="warn">{everything ? all : calls(holds.length)}</Notice>;
}

function WithoutPruning({ refusal }: { readonly refusal: string }) {
  return (
    <QueryResult query={useSystem()}>
      {({ retention }) => (
        <div className="audit-panel">
          <p className="quiet">{retentionStrings.intro(retention.policy_days, undefined)}</p>
          <Facts rows={summary(retention)} />
          <Notice>
            {retentionStrings.onDemand} {refusal}
          </Notice>
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
