import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Overview, OverviewFigures } from '../../server/contract/figures/overview.ts';
import { api } from '../lib/api.ts';
import { formatCount } from '../lib/format.ts';
import { Card } from '../ui/card.tsx';
import { QueryResult } from '../ui/feedback.tsx';
import { Chart } from './chart.tsx';
import { type ChartSeries, chartSteps } from './chart-steps.ts';
import {
  exposureSeries,
  fewestReplies,
  kindSeries,
  latencySeries,
  statusSeries,
} from './figure-series.ts';
import { figureStrings } from './strings.ts';
import './figures.css';

const dayMs = 86_400_000;
const ranges = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs };
type Range = keyof typeof ranges;
/** Milliseconds between reloads. */
const refreshMs = 30_000;

interface Props {
  /** Only calls of this agent. */
  readonly agentId?: string;
  /** Stands between the tiles and the charts. */
  readonly between?: (overview: Overview, since: Range) => ReactNode;
  /** Stands below the charts. */
  readonly below?: (overview: Overview) => ReactNode;
}

/** Figures of calls in a range of time: one choice of range for the tiles, the charts and what is around. */
export function CallFigures({ agentId, between, below }: Props) {
  const [range, choose] = useState<Range>('24h');
  const query = useQuery({
    queryKey: ['overview', agentId, range],
    queryFn: () => {
      const from = new Date(Date.now() - ranges[range]).toISOString();
      return api<Overview>('/overview', { query: { from, agent_id: agentId } });
    },
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  return (
    <div className="figures">
      <fieldset className="segments">
        <legend className="visually-hidden">{figureStrings.range}</legend>
        {(Object.keys(ranges) as Range[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="figures-range"
              checked={name === range}
              onChange={() => choose(name)}
            />
            {figureStrings.ranges[name]}
          </label>
        ))}
      </fieldset>
      <QueryResult query={query}>
        {(overview) => (
          <>
            <Tiles total={overview.total} />
            {between?.(overview, range)}
            <Charts overview={overview} range={figureStrings.ranges[range]} />
            {below?.(overview)}
          </>
        )}
      </QueryResult>
    </div>
  );
}

/** Masked values of all kinds. */
export const maskedCount = ({ redactions_by_kind: kinds }: OverviewFigures): number =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0);

/** A latency, or a dash where too few replies were delivered. */
export function latencyText(ms: number | null, replies: number): string {
  return ms === null || replies < fewestReplies ? figureStrings.unknown : figureStrings.ms(ms);
}

/** Calls that got no reply, or not all of one. */
export const failureCount = ({ calls_by_status: calls }: OverviewFigures): number =>
  (calls['error'] ?? 0) + (calls['partial'] ?? 0);

function Tiles({ total }: { readonly total: OverviewFigures }) {
  const { tiles } = figureStrings;
  const { calls_by_exposure: exposure, replies } = total;
  const { leak = 0, by_policy: inClear = 0 } = exposure;
  return (
    <section aria-label={figureStrings.title}>
      <dl className="stats">
        <Tile name={tiles.calls} value={formatCount(total.calls)} />
        <Tile name={tiles.failures} value={formatCount(failureCount(total))} />
        <Tile name={tiles.leaks} value={formatCount(leak)} bad={leak > 0} />
        <Tile name={tiles.inClear} value={formatCount(inClear)} />
        <Tile name={tiles.masked} value={formatCount(maskedCount(total))} />
        <Tile name={tiles.p50} value={latencyText(total.p50_latency_ms, replies)} />
        <Tile name={tiles.p95} value={latencyText(total.p95_latency_ms, replies)} />
      </dl>
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
}

function Tile({ name, value, bad = false }: TileProps) {
  return (
    <div className="stat" data-tone={bad ? 'bad' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Charts({ overview, range }: { readonly overview: Overview; readonly range: string }) {
  const { charts, none, nothingMasked, fewReplies } = figureStrings;
  const { steps, total } = overview;
  const drawn = useMemo(
    () => ({
      steps: chartSteps(steps),
      calls: statusSeries(steps),
      exposure: exposureSeries(steps),
      kinds: kindSeries(steps, total.redactions_by_kind),
      latency: latencySeries(steps),
    }),
    [steps, total],
  );
  const chart = (title: string, series: readonly ChartSeries[], empty: string, ms = false) => (
    <Card title={title}>
      {series.some(({ values }) => values.some((value) => value !== null)) ? (
        <Chart
          label={figureStrings.chart(title, range)}
          steps={drawn.steps}
          series={series}
          format={ms ? figureStrings.ms : formatCount}
          strings={figureStrings.table}
        />
      ) : (
        <p className="wait">{total.calls === 0 ? none : empty}</p>
      )}
    </Card>
  );
  return (
    <div className="columns charts">
      {chart(charts.calls, drawn.calls, none)}
      {chart(charts.exposure, drawn.exposure, none)}
      {chart(charts.kinds, drawn.kinds, nothingMasked)}
      {chart(charts.latency, drawn.latency, fewReplies(total.replies), true)}
    </div>
  );
}
