/** A day of a URL such as `2026-11-21`; undefined for anything else. */
export function dayOf(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDay && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** The beginning of a day of this browser's time zone, or of the `after`th day after it; ISO 8601 UTC. */
export function startOfDay(localDay: string, after: number): string {
  const [year = 0, month = 1, date = 1] = localDay.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}
