/** Takes the steps of work to its end at once, for callers that hold up nobody. */
export function runToEnd<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Longest stretch of work in milliseconds before other requests are let in. */
const sliceMs = 5;

const waiting: (() => void)[] = [];

/**
 * Resolves when everything else that is due has had its turn. Of all long work in the process, one
 * slice runs in a round of the event loop: ten big requests hold up the others no longer than one.
 */
export function yieldToOthers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(nextSlice);
  return promise;
}

function nextSlice(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextSlice);
}

/** A promise to wait for, once the work since the last one has taken a slice. */
export type Pace = () => Promise<void> | undefined;

/** Paces work that begins now (design D43). What takes less than one slice never waits. */
export function pacer(): Pace {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return yieldToOthers().then(() => {
      began = performance.now();
    });
  };
}

/** Does `work` for each item in order, as `map` does, in slices of a few milliseconds (design D43). */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  doSlice(items, work, results);
  while (results.length < items.length) {
    await yieldToOthers();
    doSlice(items, work, results);
  }
  return results;
}

/** Adds results from where they end, until there is one for each item or a slice is over. */
function doSlice<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  results: R[],
): void {
  const began = performance.now();
  for (let at = results.length; at < items.length; at += 1) {
    results.push(work(items[at] as T, at));
    if (performance.now() - began >= sliceMs) return;
  }
}

/** Takes the steps of work to its end, in slices of a few milliseconds. */
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

/** Does a part of long work once the parts that others asked for before are done: one at a time of all. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastInTurn.then(work);
  lastInTurn = mine.catch(() => undefined);
  return mine;
}

/** The items in lists that weigh at most so much together, or hold one that weighs more. */
export function* chunksOf<T>(
  items: readonly T[],
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
