/** Returns a function that runs work in the order of its calls, each after the end of the last. */
export function oneAtATime(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    // Whoever asked for the work gets its error; the next work starts all the same.
    last = next.catch(() => undefined);
    return next;
  };
}
