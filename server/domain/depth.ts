/** How deep a request body, and JSON in its texts, may nest (design D43). Tool schemas seen in the wild stay below 20. */
export const maxDepth = 64;

/** True when `value` nests objects and arrays deeper than `limit`. Never recurses. */
export function deeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
