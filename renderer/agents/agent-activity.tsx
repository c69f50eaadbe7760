import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type {
  AgentActivity as Activity,
  ActivityBucket,
} from '../../server/contract/agent-activity.ts';
import { api } from '../lib/api.ts';
import { formatCount } from '../lib/format.ts';
import { Card } from '../ui/card.tsx';
import { Chart, type ChartSeries } from '../ui/chart.tsx';
import { QueryResult } from '../ui/feedback.tsx';
import { type ActivityWindow, activityWindows, chartSteps } from './activity-chart.ts';
import { agentStrings } from './strings.ts';

const activityStrings = agentStrings.detail.activity;
/** Milliseconds between reloads; the last step is still filling. */
const refreshMs = { '24h': 30_000, '7d': 120_000, '30d': 600_000 };

/** Masked values and latency of an agent over time. */
export function AgentActivity({ agentId }: { readonly agentId: string }) {
  const [since, choose] = useState<ActivityWindow>('24h');
  const query = useQuery({
    queryKey: ['agents', 'activity', agentId, since],
    queryFn: () => api<Activity>(`/agents/${agentId}/activity`, { query: { since } }),
    refetchInterval: refreshMs[since],
    placeholderData: (before) => before,
  });
  return (
    <>
      <fieldset className="segments">
        <legend className="visually-hidden">{activityStrings.since}</legend>
        {activityWindows.map((window) => (
          <label key={window}>
            <input
              type="radio"
              name="activity-window"
              checked={window === since}
              onChange={() => choose(window)}
            />
            {activityStrings.windows[window]}
          </label>
        ))}
      </fieldset>
      <QueryResult query={query}>
        {({ data }) => <Charts buckets={data} window={activityStrings.windows[since]} />}
      </QueryResult>
    </>
  );
}

interface ChartsProps {
  readonly buckets: readonly ActivityBucket[];
  readonly window: string;
}

const tableStrings = {
  table: activityStrings.table,
  step: activityStrings.time,
  empty: activityStrings.empty,
};

function seriesOf(buckets: readonly ActivityBucket[]) {
  const { redactions, p50, p95 } = activityStrings.series;
  const one = (
    label: string,
    field: 'redactions' | 'p50_latency_ms' | 'p95_latency_ms',
    look: ChartSeries['look'],
  ): ChartSeries => ({ label, values: buckets.map((bucket) => bucket[field]), look });
  return {
    steps: chartSteps(buckets),
    redactions: [one(redactions, 'redactions', 'bars')],
    latency: [one(p50, 'p50_latency_ms', 'line'), one(p95, 'p95_latency_ms', 'dashed')],
  };
}

function Charts({ buckets, window }: ChartsProps) {
  const drawn = useMemo(() => seriesOf(buckets), [buckets]);
  const quiet = buckets.every(({ sessions }) => sessions === 0);
  const silent = buckets.every(({ p50_latency_ms }) => p50_latency_ms === null);
  return (
    <div className="columns charts">
      <Card title={activityStrings.redactions}>
        {quiet ? (
          <p className="wait">
            {activityStrings.none} {activityStrings.noneNext}
          </p>
        ) : (
          <Chart
            label={activityStrings.chart(activityStrings.redactions, window)}
            steps={drawn.steps}
            series={drawn.redactions}
            format={formatCount}
            strings={tableStrings}
          />
        )}
      </Card>
      <Card title={activityStrings.latency}>
        {silent ? (
          <p className="wait">{quiet ? activityStrings.none : activityStrings.noReply}</p>
        ) : (
          <Chart
            label={activityStrings.chart(activityStrings.latency, window)}
            steps={drawn.steps}
            series={drawn.latency}
            format={activityStrings.ms}
            strings={tableStrings}
          />
        )}
      </Card>
    </div>
  );
}
