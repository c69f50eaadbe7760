import type { OverviewStep } from '../../server/contract/figures/overview.ts';
import { kindFamily, kindName } from '../ui/kind-names.ts';
import type { ChartSeries } from './chart-steps.ts';
import { figureStrings } from './strings.ts';

type Steps = readonly OverviewStep[];

/** Replies below which a latency says nothing. */
export const fewestReplies = 20;
/** Kinds that have a bar of their own; the others share one. */
const shownKinds = 5;

const statuses = [
  ['error', 'bad'],
  ['partial', 'warn'],
  ['ok', 'accent'],
] as const;
const outcomes = [
  ['may_have_been_sent', 'bad'],
  ['by_policy', 'warn'],
  ['unreadable', 'accent'],
  ['stopped', 'ink-soft'],
  ['nothing_found', 'good'],
  ['not_recorded', 'ink-faint'],
  ['not_run', 'line-strong'],
] as const;

/** Calls by how they went; the bad ones stand at the foot of the bar. */
export function statusSeries(steps: Steps): readonly ChartSeries[] {
  const { statuses: names } = figureStrings;
  return stack(
    statuses.map(([status, ink]) => ({
      label: names[status],
      ink,
      values: steps.map(({ calls_by_status: calls }) => calls[status] ?? 0),
    })),
  );
}

/** Calls by what was sent in the clear. */
export function exposureSeries(steps: Steps): readonly ChartSeries[] {
  const { outcomes: names } = figureStrings;
  return stack(
    outcomes.map(([outcome, ink]) => ({
      label: names[outcome],
      ink,
      values: steps.map(({ calls_by_exposure: calls }) => calls[outcome] ?? 0),
    })),
  );
}

/** Masked values by kind: the most frequent ones, and the others together. */
export function kindSeries(
  steps: Steps,
  total: Readonly<Record<string, number>>,
): readonly ChartSeries[] {
  const kinds = Object.keys(total).sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0));
  const [shown, others] = [kinds.slice(0, shownKinds), kinds.slice(shownKinds)];
  const valuesOf = (some: readonly string[]) =>
    steps.map(({ redactions_by_kind: counts }) =>
      some.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0),
    );
  const used = new Set<string>();
  const inkOf = (kind: string) => {
    const family = kindFamily(kind);
    const ink = [family, `${family}-pale`, 'ink', 'ink-soft', 'line-strong'].find(
      (it) => !used.has(it),
    );
    used.add(ink ?? '');
    return ink ?? 'ink-soft';
  };
  return stack([
    ...shown.map((kind) => ({ label: kindName(kind), ink: inkOf(kind), values: valuesOf([kind]) })),
    { label: figureStrings.otherKinds, ink: 'ink-faint', values: valuesOf(others) },
  ]);
}

/** Median and 95th percentile of the steps with enough replies. */
export function latencySeries(steps: Steps): readonly ChartSeries[] {
  const { percentiles } = figureStrings;
  const valuesOf = (field: 'p50_latency_ms' | 'p95_latency_ms') =>
    steps.map((step) => (step.replies < fewestReplies ? null : step[field]));
  return [
    { label: percentiles.p50, values: valuesOf('p50_latency_ms'), look: 'line' },
    { label: percentiles.p95, values: valuesOf('p95_latency_ms'), look: 'dashed' },
  ];
}

/** Bars on top of each other, without those that are always zero. */
function stack(series: readonly Omit<ChartSeries, 'look'>[]): readonly ChartSeries[] {
  return series
    .filter(({ values }) => values.some((value) => value !== null && value > 0))
    .map((one) => ({ ...one, look: 'bars' }));
}
