import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HeadStatus } from '../../../journal/index.ts';
import type { PruneQuery } from '../../../ports/retention.ts';

/** Where a journal is, in a form that crosses to a thread. */
export interface WorkerSource {
  readonly url: string;
  readonly key: Uint8Array;
  readonly databaseKey?: Uint8Array;
  readonly origin: string;
}

type JournalTask =
  | { readonly name: 'verify'; readonly seen: HeadStatus }
  | { readonly name: 'plan'; readonly query: PruneQuery }
  | { readonly name: 'export' };

export interface WorkerJob extends WorkerSource {
  readonly task: JournalTask;
}

/** Works in a thread of its own, so that reading years of records holds up no request. */
export async function runInWorker<T>(
  source: WorkerSource,
  task: Exclude<JournalTask, { name: 'export' }>,
): Promise<T> {
  const worker = startWorker({ ...source, task });
  const [[result]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return result as T;
}

/**
 * The export in pieces of whole lines. The thread makes the next piece only when the last was taken, so
 * memory stays bounded however slowly it is read; it ends with the reading.
 */
export async function* exportInWorker(source: WorkerSource): AsyncGenerator<string> {
  const worker = startWorker({ ...source, task: { name: 'export' } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  try {
    for (;;) {
      worker.postMessage('next');
      const [piece] = (await once(worker, 'message')) as [string];
      if (piece === '') return;
      yield piece;
    }
  } finally {
    worker.postMessage('stop');
    await ended;
  }
}

function startWorker(workerData: WorkerJob): Worker {
  return new Worker(new URL('./journal-jobs-worker.ts', import.meta.url), { workerData });
}
