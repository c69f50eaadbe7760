/** An answer of a store: at once from SQLite, later from PostgreSQL. */
export type Answer<T> = T | Promise<T>;

/** Work that asks a store, and is the same whether the store answers at once or later. */
export type Steps<T> = Generator<unknown, T, never>;

/** Waits inside of steps for what a store answers: `yield* answered(store.read())`. */
export function* answered<T>(answer: Answer<T>): Steps<T> {
  return yield answer;
}

/** Runs steps over a store that answers later; rejects when the store does. */
export async function runLater<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next((await step.value) as never);
  return step.value;
}
