import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JournalData } from './journal-thread.ts';

/**
 * `exportJournal` of the whole journal in a thread of its own, in pieces of whole lines. The thread
 * makes the next piece only when the last was taken, so memory stays bounded however slowly it is
 * read; it ends, and lets go of its snapshot, with the reading.
 */
export async function* exportInWorker(data: JournalData): AsyncGenerator<string> {
  const worker = new Worker(new URL('./journal-export-worker.ts', import.meta.url), {
    workerData: data,
  });
  try {
    for (;;) {
      worker.postMessage('next');
      const [piece] = (await once(worker, 'message')) as [string];
      if (piece === '') return;
      yield piece;
    }
  } finally {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }
}
