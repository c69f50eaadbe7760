/** Takes the steps of work to its end at once, for callers that hold up nobody. */
export function runToEnd<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
