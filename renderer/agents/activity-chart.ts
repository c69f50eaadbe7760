import type { ActivityBucket } from '../../server/contract/agent-activity.ts';
import { agentStrings } from './strings.ts';

export const activityWindows = ['24h', '7d', '30d'] as const;
export type ActivityWindow = (typeof activityWindows)[number];

const activityStrings = agentStrings.detail.activity;
const dayMs = 86_400_000;
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const utcDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** One step of the time axis. */
export interface ChartStep {
  readonly label: string;
  /** Text below the axis; most steps have none. */
  readonly tick?: string;
}

/** Steps of the time axis: hours in local time, days in UTC, as the service counts them. */
export function chartSteps(buckets: readonly ActivityBucket[]): readonly ChartStep[] {
  return buckets.map((bucket, index) => {
    const tick = tickOf(bucket, buckets.length - 1 - index);
    return { label: labelOf(bucket), ...(tick === undefined ? {} : { tick }) };
  });
}

const lengthMs = ({ start, end }: ActivityBucket): number => Date.parse(end) - Date.parse(start);

function labelOf(bucket: ActivityBucket): string {
  const [start, end] = [new Date(bucket.start), new Date(bucket.end)];
  if (lengthMs(bucket) >= dayMs) return activityStrings.utc(utcDay.format(start));
  return `${day.format(start)}, ${clock.format(start)}–${clock.format(end)}`;
}

/** Every fourth hour, every day of a week and every fifth of a month. */
function tickOf(bucket: ActivityBucket, fromLast: number): string | undefined {
  const start = new Date(bucket.start);
  const length = lengthMs(bucket);
  if (length >= dayMs) return fromLast % 5 === 0 ? utcDay.format(start) : undefined;
  if (length > dayMs / 24) {
    return Date.parse(bucket.start) % dayMs === 0 ? day.format(start) : undefined;
  }
  return fromLast % 4 === 0 ? clock.format(start) : undefined;
}
