/** Deepest nesting of a request body, and of JSON in its texts (design D43). Real tool schemas stay below 20. */
export const maxDepth = 64;

/** Most values in the JSON of one text or structured field (design D43); 1 MiB of records has about half. */
export const maxValues = 100_000;

/** True when `value` nests objects and arrays deeper than `limit`. Never recurses. */
export function deeperThan(value: unknown, limit: number): boolean {
  return excessIn(value, limit) === 'depth';
}

/** Which limit `value` exceeds: levels of objects and arrays, or values in all levels together. */
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

/** True of an object or array. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
