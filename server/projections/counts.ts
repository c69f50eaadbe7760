type Counts = Readonly<Record<string, number>>;

/** Two maps of counts summed key by key. */
export function addCounts(a: Counts, b: Counts): Counts {
  const sum = new Map(Object.entries(a));
  for (const [key, count] of Object.entries(b)) sum.set(key, (sum.get(key) ?? 0) + count);
  return Object.fromEntries(sum);
}
