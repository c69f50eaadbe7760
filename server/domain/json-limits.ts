/** How deep a request body, and JSON in its texts, may nest (design D43). Tool schemas seen in the wild stay below 20. */
export const maxDepth = 64;

/** Most values in the JSON of one text or structured field (design D43); 1 MiB of records has half as many. */
export const maxValues = 100_000;

/** True when `value` nests objects and arrays deeper than `limit`. Never recurses. */
export function deeperThan(value: unknown, limit: number): boolean {
  return excessIn(value, limit) === 'depth';
}

/** What `value` has too much of: levels of objects and arrays, or values at whatever depth. */
export function excessIn(
  value: unknown,
  depth: number,
  values = Number.POSITIVE_INFINITY,
): 'depth' | 'values' | undefined {
  let level = [value].filter(isContainer);
  let count = 0;
  for (let at = 0; level.length > 0; at += 1) {
    if (at === depth) return 'depth';
    const inside: unknown[] = level.flatMap((container) => Object.values(container));
    count += inside.length;
    if (count > values) return 'values';
    level = inside.filter(isContainer);
  }
  return undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
