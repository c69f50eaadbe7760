/** How requests share round trips. */
export interface BatchRunner<Q, A> {
  /** Does all that is asked, or nothing; answers in order. */
  readonly run: (requests: readonly Q[]) => Promise<readonly A[]>;
  /** Whether a failure may be of one request alone: then each is run for itself. */
  readonly isOfOne: (error: unknown) => boolean;
}

interface Waiting<Q, A> {
  readonly request: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches under way at once: one on its way to the server while another commits. */
const maxConcurrentBatches = 2;
const maxBatchRequests = 200;

/** Requests that arrive while others are under way share the next round trip and its commit. */
export function sharedBatches<Q, A>({ run, isOfOne }: BatchRunner<Q, A>): (request: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let busy = 0;

  const runBatch = (batch: readonly Waiting<Q, A>[]): Promise<void> =>
    run(batch.map(({ request }) => request)).then(
      (answers) => {
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as A);
      },
      (error: unknown) => failed(batch, error),
    );
  const failed = async (batch: readonly Waiting<Q, A>[], error: unknown) => {
    const apart = batch.length > 1 && isOfOne(error);
    for (const one of batch) {
      if (apart) await runBatch([one]);
      else one.reject(error);
    }
  };
  const work = async () => {
    busy += 1;
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxBatchRequests));
    busy -= 1;
  };

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      // What is asked in one turn of the event loop goes together.
      if (busy < maxConcurrentBatches) queueMicrotask(() => busy < maxConcurrentBatches && waiting.length > 0 && void work());
    });
}
