import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type {
  AgentActivity as Activity,
  ActivityBucket,
} from '../../server/contract/agent-activity.ts';
import { api } from '../lib/api.ts';
import { formatCount } from '../lib/format.ts';
import { agents } from '../lib/strings/agents.ts';
import { Answer } from '../ui/answer.tsx';
import { Card } from '../ui/card.tsx';
import { Chart } from '../ui/chart.tsx';
import { type ActivityWindow, activityWindows, chartSteps } from './activity-chart.ts';

const words = agents.detail.activity;
/** How often the last step, which is still filling, is looked at again, in milliseconds. */
const refreshMs = { '24h': 30_000, '7d': 120_000, '30d': 600_000 };

/** Redactions and latency of an agent over time. */
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
        <legend className="visually-hidden">{words.since}</legend>
        {activityWindows.map((window) => (
          <label key={window}>
            <input
              type="radio"
              name="activity-window"
              checked={window === since}
              onChange={() => choose(window)}
            />
            {words.windows[window]}
          </label>
        ))}
      </fieldset>
      <Answer query={query}>
        {({ data }) => <Charts buckets={data} window={words.windows[since]} />}
      </Answer>
    </>
  );
}

interface ChartsProps {
  readonly buckets: readonly ActivityBucket[];
  readonly window: string;
}

const tableWords = { table: words.table, step: words.time, empty: words.empty };

function Charts({ buckets, window }: ChartsProps) {
  const drawn = useMemo(() => {
    const values = <K extends keyof ActivityBucket>(field: K) =>
      buckets.map((bucket) => bucket[field]);
    return {
      steps: chartSteps(buckets),
      redactions: [
        { label: words.series.redactions, values: values('redactions'), look: 'bars' as const },
      ],
      latency: [
        { label: words.series.p50, values: values('p50_latency_ms'), look: 'line' as const },
        { label: words.series.p95, values: values('p95_latency_ms'), look: 'dashed' as const },
      ],
    };
  }, [buckets]);
  const quiet = buckets.every(({ sessions }) => sessions === 0);
  const silent = buckets.every(({ p50_latency_ms }) => p50_latency_ms === null);
  return (
    <div className="columns charts">
      <Card title={words.redactions}>
        {quiet ? (
          <p className="wait">
            {words.none} {words.noneNext}
          </p>
        ) : (
          <Chart
            label={words.chart(words.redactions, window)}
            steps={drawn.steps}
            series={drawn.redactions}
            format={formatCount}
            words={tableWords}
          />
        )}
      </Card>
      <Card title={words.latency}>
        {silent ? (
          <p className="wait">{quiet ? words.none : words.noReply}</p>
        ) : (
          <Chart
            label={words.chart(words.latency, window)}
            steps={drawn.steps}
            series={drawn.latency}
            format={words.ms}
            words={tableWords}
          />
        )}
      </Card>
    </div>
  );
}
