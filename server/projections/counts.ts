type Counts = Readonly<Record<string, number>>;

/** Two maps of counts summed key by key. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum: Record<string, number> = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
