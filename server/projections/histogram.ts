import type { Counts } from '../contract/report.ts';

/** Nearest-rank percentile of a histogram (value in decimal → count); undefined for an empty one. */
export function percentile(
  counts: Readonly<Record<string, number>>,
  percent: number,
): number | undefined {
  const ascending = Object.entries(counts)
    .map(([value, count]) => ({ value: Number(value), count }))
    .sort((a, b) => a.value - b.value);
  const total = ascending.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  for (const { value, count } of ascending) {
    before += count;
    if (before * 100 >= total * percent) return value;
  }
  return undefined;
}

/** The sum of two maps of counts, key by key. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum: Record<string, number> = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

/** All counts of a map together. */
export const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);
