/** What the steps of some work come to, taken without a pause. */
export function finished<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
