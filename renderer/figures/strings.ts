import { exposureStrings } from '../exposure/strings.ts';
import { plural } from '../lib/format.ts';

/** For figures of calls over time. */
export const figureStrings = {
  range: 'Time range',
  ranges: { '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
  title: 'Figures',
  tiles: {
    calls: 'Calls',
    failures: 'Calls without a complete reply',
    maySent: 'Calls in which an identifier may have been sent',
    stopped: 'Calls with a leak that was stopped',
    inClear: 'Calls that sent identifiers by policy',
    masked: 'Values masked',
    before: (value: string) => `before: ${value}`,
    used: (places: number) => `in ${plural(places, 'place')}`,
    p50: 'Added latency, median',
    p95: 'Added latency, 95th percentile',
  },
  /** Too few replies to say. */
  unknown: '–',
  charts: {
    calls: 'Calls and failures',
    exposure: 'Sent in the clear',
    kinds: 'Masked by kind',
    latency: 'Added latency',
  },
  statuses: { ok: 'Complete replies', partial: 'A reply cut short', error: 'No reply' },
  outcomes: exposureStrings.outcomes,
  otherKinds: 'Other kinds',
  percentiles: { p50: 'Median', p95: '95th percentile' },
  none: 'No calls in this time range.',
  nothingMasked: 'Nothing was masked in this time range.',
  fewReplies: (count: number, isDay: boolean) =>
    count === 0
      ? 'No reply was delivered in this time range.'
      : `${plural(count, 'reply', 'replies')}, but in no ${isDay ? 'day' : 'hour'} 20 or more: too few for a curve.`,
  noChart: (title: string, why: string) => `${title}: ${why}`,
  chart: (title: string, range: string) => `${title}, ${range}: one bar or point per step`,
  table: { table: 'Show as table', step: 'Time', empty: '–' },
  ms: (value: number) => `${value} ms`,
  utc: (day: string) => `${day} (UTC)`,
} as const;
