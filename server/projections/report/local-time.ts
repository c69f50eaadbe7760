/** A time (ISO 8601 UTC) in another zone, such as `2026-11-21 04:00:00 CST`; UTC for an unknown zone. */
export function localTime(ts: string, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(new Date(ts))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second, timeZoneName } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
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
