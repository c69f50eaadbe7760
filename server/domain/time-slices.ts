/**
 * Runs all steps without a pause, for callers that delay no other work, or over a store that answers at
 * once (`Steps`).
 */
export function runToEnd<R>(steps: Generator<unknown, R, never>): R {
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value as never);
  return step.value;
}

/** Longest work in milliseconds before other requests get their turn. */
const sliceMs = 2;

const waiting: (() => void)[] = [];

/**
 * Resolves when all other due work has had its turn. The process runs one slice of long work in each
 * round of the event loop, so ten big requests delay the others no longer than one.
 */
export function yieldToOthers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) scheduleSlice();
  return promise;
}

/** When the slice that runs now began; undefined outside of one. */
let sliceBegan: number | undefined;

/** What a slice resumes has run, microtasks included, when the second one is called. */
function scheduleSlice(): void {
  setImmediate(nextSlice);
  setImmediate(endSlice);
}

function nextSlice(): void {
  sliceBegan = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) scheduleSlice();
}

function endSlice(): void {
  sliceBegan = undefined;
}

/** Returns a promise to await when the current slice is over, else undefined. */
export type Pace = () => Promise<void> | undefined;

/**
 * Slices work that begins now (design D43). Work shorter than one slice never waits; the next work of a request that
 * waited goes on in the same slice.
 */
export function pacer(): Pace {
  let began = sliceBegan ?? performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return yieldToOthers().then(() => {
      began = performance.now();
    });
  };
}

/** Maps items in order, in slices of a few milliseconds (design D43). */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const pace = pacer();
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const pause = at > 0 ? pace() : undefined;
    if (pause !== undefined) await pause;
    results.push(work(items[at] as T, at));
  }
  return results;
}

/** Runs all steps, in slices of a few milliseconds. */
export async function runInSlices<R>(steps: Generator<unknown, R>): Promise<R> {
  const pace = pacer();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pause = pace();
    if (pause !== undefined) await pause;
  }
}

let lastInTurn: Promise<unknown> = Promise.resolve();

/** Runs `work` after all work that was passed before it: one at a time in the whole process. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastInTurn.then(work);
  lastInTurn = mine.catch(() => undefined);
  return mine;
}

/** Splits items into lists that weigh at most `most` each, or hold one heavier item. */
export function* chunksOf<T>(
  items: Iterable<T>,
  most: number,
  weigh: (item: T) => number = () => 1,
): Generator<readonly T[]> {
  let list: T[] = [];
  let weight = 0;
  for (const item of items) {
    weight += weigh(item);
    if (weight > most && list.length > 0) {
      yield list;
      list = [];
      weight = weigh(item);
    }
    list.push(item);
  }
  if (list.length > 0) yield list;
}
