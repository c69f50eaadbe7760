export interface Days {
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
