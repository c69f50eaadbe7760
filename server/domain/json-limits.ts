import { type Fault, tooMuchAt } from './fault.ts';

/** Deepest nesting of a request body, and of JSON in its texts (design D43). Real tool schemas stay below 20. */
export const maxDepth = 64;

/** Most values in the JSON of one text or structured field (design D43); 1 MiB of records has about half. */
export const maxValues = 100_000;

/** The fault of a text or field with more than `maxValues` values. */
export function tooManyValues(path: string): Fault {
  const problem = `must hold at most ${maxValues} values`;
  return tooMuchAt(path, problem, 'the request holds too much JSON');
}

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
    const inner: object[] = [];
    for (const container of level) count += addInner(container, inner);
    if (count > values) return 'values';
    level = inner;
  }
  return undefined;
}

/** Adds the objects and arrays in a container to `inner`, and returns how many values there are in it. */
function addInner(container: object, inner: object[]): number {
  const values: readonly unknown[] = Array.isArray(container)
    ? container
    : Object.values(container);
  for (const value of values) if (isContainer(value)) inner.push(value);
  return values.length;
}

/** True of an object or array. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
