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
