/** How deep a request body may nest (design D43). Tool schemas seen in the wild stay below 20. */
export const maxDepth = 64;

/** True when `value` nests objects and arrays deeper than `limit`. Never recurses. */
export function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
