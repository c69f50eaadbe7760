import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ExposureOutcome } from '../../server/contract/exposure.ts';
import type { Overview, OverviewFigures } from '../../server/contract/figures/overview.ts';
import { formatCount } from '../lib/format.ts';
import {
  type OverviewRange,
  overviewQuery,
  overviewRanges,
  useOverviewRange,
} from '../lib/overview-query.ts';
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

interface Props {
  /** Only calls of this agent. */
  readonly agentId?: string;
  /** Stands above the tiles. */
  readonly above?: (overview: Overview, since: OverviewRange) => ReactNode;
  /** Stands below the charts. */
  readonly below?: (overview: Overview) => ReactNode;
}

/** Figures of calls in a range of time: one choice of range for the tiles, the charts and what is around. */
export function CallFigures({ agentId, above, below }: Props) {
  const [range, choose] = useOverviewRange();
  const query = useQuery({
    ...overviewQuery(range, agentId),
    placeholderData: (before) => before,
  });
  return (
    <div className="figures">
      <fieldset className="segments">
        <legend className="visually-hidden">{figureStrings.range}</legend>
        {(Object.keys(overviewRanges) as OverviewRange[]).map((name) => (
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
            {above?.(overview, range)}
            <Tiles total={overview.total} before={overview.before} />
            <Charts overview={overview} range={figureStrings.ranges[range]} />
            {below?.(overview)}
          </>
        )}
      </QueryResult>
    </div>
  );
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Masked values of all kinds, each once in a call. */
export const maskedCount = ({ values_by_kind: kinds }: OverviewFigures): number => sum(kinds);

/** A latency, or a dash where too few replies were delivered. */
export function latencyText(ms: number | null, replies: number): string {
  return ms === null || replies < fewestReplies ? figureStrings.unknown : figureStrings.ms(ms);
}

/** Calls that got no reply, or not all of one. */
export const failureCount = ({ calls_by_status: calls }: OverviewFigures): number =>
  (calls['error'] ?? 0) + (calls['partial'] ?? 0);

const withOutcome =
  (outcome: ExposureOutcome) =>
  ({ calls_with: calls }: OverviewFigures): number =>
    calls[outcome] ?? 0;

interface TilesProps {
  readonly total: OverviewFigures;
  /** Of a time of the same length before. */
  readonly before: OverviewFigures;
}

function Tiles({ total, before }: TilesProps) {
  const { tiles } = figureStrings;
  const count = (name: string, of: (figures: OverviewFigures) => number, bad = false) => (
    <Tile
      name={name}
      value={formatCount(of(total))}
      notes={[tiles.before(formatCount(of(before)))]}
      bad={bad && of(total) > 0}
    />
  );
  const latency = (name: string, ms: 'p50_latency_ms' | 'p95_latency_ms') => (
    <Tile
      name={name}
      value={latencyText(total[ms], total.replies)}
      notes={[tiles.before(latencyText(before[ms], before.replies))]}
    />
  );
  return (
    <section aria-label={figureStrings.title}>
      <dl className="stats">
        {count(tiles.calls, ({ calls }) => calls)}
        {count(tiles.failures, failureCount)}
        {count(tiles.maySent, withOutcome('may_have_been_sent'), true)}
        {count(tiles.stopped, withOutcome('stopped'))}
        {count(tiles.inClear, withOutcome('by_policy'))}
        <Tile
          name={tiles.masked}
          value={formatCount(maskedCount(total))}
          notes={[
            tiles.used(sum(total.redactions_by_kind)),
            tiles.before(formatCount(maskedCount(before))),
          ]}
        />
        {latency(tiles.p50, 'p50_latency_ms')}
        {latency(tiles.p95, 'p95_latency_ms')}
      </dl>
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly notes: readonly string[];
  readonly bad?: boolean;
}

function Tile({ name, value, notes, bad = false }: TileProps) {
  return (
    <div className="stat" data-tone={bad ? 'bad' : undefined}>
      <dt>
        {name}
        <span className="stat-note">{notes.join(', ')}</span>
      </dt>
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
  const chart = (title: string, series: readonly ChartSeries[], empty: string, ms = false) =>
    series.some(({ values }) => values.some((value) => value !== null)) ? (
      <Card title={title}>
        <Chart
          label={figureStrings.chart(title, range)}
          steps={drawn.steps}
          series={series}
          format={ms ? figureStrings.ms : formatCount}
          strings={figureStrings.table}
        />
      </Card>
    ) : (
      <p className="wait">{figureStrings.noChart(title, empty)}</p>
    );
  if (total.calls === 0) return <p className="wait">{none}</p>;
  return (
    <div className="columns charts">
      {chart(charts.calls, drawn.calls, none)}
      {chart(charts.exposure, drawn.exposure, none)}
      {chart(charts.kinds, drawn.kinds, nothingMasked)}
      {chart(
        charts.latency,
        drawn.latency,
        fewReplies(total.replies, range !== figureStrings.ranges['24h']),
        true,
      )}
    </div>
  );
}
