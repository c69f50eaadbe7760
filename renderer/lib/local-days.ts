import { shownZone } from './format.ts';

/** A day of a URL such as `2026-11-21`; undefined for anything else, such as a year that is being typed (`0020-11-21`). */
export function dayOf(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value);
  return isDay && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Today in a time zone, by default that of shown times. */
export const today = (timeZone = shownZone()): string =>
  new Date().toLocaleDateString('sv', { timeZone });

/** The start of a day (`2026-11-01`) in a time zone, by default that of shown times, as ISO 8601 UTC. */
export function startOfDay(day: string, timeZone = shownZone()): string {
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

interface Days {
  /** The first day and the last one, such as `2026-11-01`. */
  readonly first: string;
  readonly last: string;
}

/** The month before the one of a day. */
export function lastMonth(day: string): Days {
  const last = new Date(Date.parse(`${day.slice(0, 7)}-01T00:00:00.000Z`) - 86_400_000);
  return { first: `${last.toISOString().slice(0, 7)}-01`, last: last.toISOString().slice(0, 10) };
}

/** The month of a day, up to that day. */
export const monthSoFar = (day: string): Days => ({ first: `${day.slice(0, 7)}-01`, last: day });
