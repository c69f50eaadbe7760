/** A time (ISO 8601 UTC) in another zone, such as `2026-11-21 04:00:00 CST`; UTC for an unknown zone. */
export function localTime(ts: string, timeZone: string): string {
  const { year, month, day, hour, minute, second, timeZoneName } = localParts(
    Date.parse(ts),
    timeZone,
  );
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}

/** The year, month, day, hour and so on of a moment in milliseconds, in a time zone; UTC for an unknown zone. */
export function localParts(at: number, timeZone: string): Readonly<Record<string, string>> {
  const parts = formatOf(timeZone).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? newFormat(timeZone);
  // A clinic has one zone; the bound is for those who try many.
  if (formats.size < 16) formats.set(timeZone, known);
  return known;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  const shape = {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  } as const;
  const options = { ...shape, hourCycle: 'h23', timeZoneName: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** The first and the last day of a period, whose end is exclusive; one day alone is named once. */
export function daysOf({
  from,
  until,
  time_zone,
}: {
  readonly from: string;
  readonly until: string;
  readonly time_zone: string;
}): string {
  const lastMoment = new Date(Date.parse(until) - 1).toISOString();
  const [first, last] = [from, lastMoment].map((ts) => localTime(ts, time_zone).slice(0, 10));
  return first === last ? `${first}` : `${first} to ${last}`;
}
