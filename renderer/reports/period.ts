/** The start of a day (`2026-11-01`) in a time zone, as ISO 8601 UTC. */
export function startOfDay(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00.000Z`);
  // Twice, because the zone can change its offset between both moments.
  const near = utc - offsetMs(utc, timeZone);
  return new Date(utc - offsetMs(near, timeZone)).toISOString();
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(at: number, timeZone: string): number {
  const two = '2-digit';
  const parts = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const),
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(at);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')];
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), hour, minute, second);
  return local - Math.floor(at / 1000) * 1000;
}

/** The day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

export interface Days {
  /** The first day and the last one, such as `2026-11-01`. */
  readonly first: string;
  readonly last: string;
}

/** The month before the one of `now`. */
export function lastMonth(now: Date): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { first: day(Date.UTC(year, month - 1, 1)), last: day(Date.UTC(year, month, 0)) };
}
