import { AsyncLocalStorage } from 'node:async_hooks';

/** A queue whose senders take turns: each `take` serves the next sender, and a sender's items keep their order. */
export class FairQueue<T> {
  readonly #bySender = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns how many items wait then. */
  add(sender: string, item: T): number {
    const own = this.#bySender.get(sender);
    if (own === undefined) this.#bySender.set(sender, [item]);
    else own.push(item);
    this.#size += 1;
    return this.#size;
  }

  take(): T | undefined {
    const [first] = this.#bySender;
    if (first === undefined) return undefined;
    const [sender, items] = first;
    const item = items.shift();
    this.#bySender.delete(sender);
    if (items.length > 0) this.#bySender.set(sender, items);
    this.#size -= 1;
    return item;
  }
}

/** Long work in slices: whose it is, and whether it goes on. */
export interface Work {
  /** Senders take turns; '' for the service's own work. */
  readonly sender: string;
  /** Called after each slice with its milliseconds. What it throws ends the work. */
  readonly goOn?: (spentMs: number) => void;
}

/** The sender of requests that are not checked yet: nobody knows whose they are, so they share the turns of one. */
export const unknownSender = 'unknown';

const works = new AsyncLocalStorage<Work>();
const ownWork: Work = { sender: '' };
const currentWork = (): Work => works.getStore() ?? ownWork;

/** Runs `run`, whose slices and exclusive turns count as those of `work`. */
export function workOf<T>(work: Work, run: () => Promise<T>): Promise<T> {
  return works.run(work, run);
}

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

const waiting = new FairQueue<() => void>();

/**
 * Resolves when all other due work has had its turn. The process runs one slice of long work in each
 * round of the event loop, so ten big requests delay the others no longer than one. Senders take turns, so a
 * request waits for one slice of each other sender, however many requests that one has.
 */
export function yieldToOthers(sender: string = currentWork().sender): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.add(sender, resolve) === 1) scheduleSlice();
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
  waiting.take()?.();
  if (waiting.size > 0) scheduleSlice();
}

function endSlice(): void {
  sliceBegan = undefined;
}

/** Returns a promise to await when the current slice is over, else undefined. */
export type Pace = () => Promise<void> | undefined;

/**
 * Slices work that begins now (design D43). Work shorter than one slice never waits; the next work of a request that
 * waited goes on in the same slice. A pause rejects when the work is to go on no longer (`Work`).
 */
export function pacer(): Pace {
  const work = currentWork();
  let began = sliceBegan ?? performance.now();
  return () => {
    const spentMs = performance.now() - began;
    if (spentMs < sliceMs) return undefined;
    return yieldToOthers(work.sender).then(() => {
      work.goOn?.(spentMs);
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

const waitingForTurn = new FairQueue<() => Promise<unknown>>();
let isTurnTaken = false;

/**
 * Runs `ask` when its turn comes: one at a time in the whole process, and senders take turns. Rejects when the work
 * that it belongs to is to go on no longer.
 */
export function runExclusive<T>(ask: () => Promise<T>): Promise<T> {
  const work = currentWork();
  return new Promise<T>((resolve, reject) => {
    const turn = async (): Promise<void> => {
      try {
        work.goOn?.(0);
        const began = performance.now();
        const answer = await works.run(work, ask);
        work.goOn?.(performance.now() - began);
        resolve(answer);
      } catch (error) {
        reject(error);
      }
    };
    waitingForTurn.add(work.sender, turn);
    if (!isTurnTaken) void takeTurns();
  });
}

async function takeTurns(): Promise<void> {
  isTurnTaken = true;
  for (let turn = waitingForTurn.take(); turn !== undefined; turn = waitingForTurn.take())
    await turn();
  isTurnTaken = false;
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
