import { formatMinute, formatShortDay } from '../lib/format.ts';
import { figureStrings } from './strings.ts';

const dayMs = 86_400_000;
const utcDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** One step of the time axis. */
export interface ChartStep {
  readonly label: string;
  /** Text below the axis; most steps have none. */
  readonly tick?: string;
}

/** One value per step; null for none. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Bars stand on those of the series before them. */
  readonly look: 'bars' | 'line' | 'dashed';
  /** Name of a color, such as `good`. Default: that of the look. */
  readonly ink?: string;
}

/** An hour or a day; ISO 8601 UTC. */
interface Step {
  readonly start: string;
  readonly end: string;
}

/**
 * Steps of the time axis: hours in local time, days in UTC, as the service counts them. Every fourth hour
 * has a tick, every day of a week and every fifth of a month.
 */
export function chartSteps(steps: readonly Step[]): readonly ChartStep[] {
  return steps.map(({ start, end }, index) => {
    const [from, until] = [new Date(start), new Date(end)];
    const isDay = until.getTime() - from.getTime() >= dayMs;
    const every = isDay ? (steps.length > 10 ? 5 : 1) : 4;
    const hasTick = (steps.length - 1 - index) % every === 0;
    return {
      label: isDay
        ? figureStrings.utc(utcDay.format(from))
        : `${formatShortDay(start)}, ${formatMinute(start)}–${formatMinute(end)}`,
      ...(hasTick && { tick: isDay ? utcDay.format(from) : formatMinute(start) }),
    };
  });
}
