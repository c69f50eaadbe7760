import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import {
  type ExportedJournal,
  exportJournal,
  type JournalReader,
  planPruning,
  verifyJournal,
} from '../../journal/index.ts';
import type { JournalAttestation, Verification } from '../../ports/journal.ts';
import type { PrunePlan, PruneQuery, Pruning } from '../../ports/retention.ts';

/** Work on a whole journal, which may take minutes. */
export type JournalJob =
  | { readonly name: 'verify' }
  | { readonly name: 'plan'; readonly query: PruneQuery }
  | { readonly name: 'export' };

/** Jobs of one journal, each in a thread of its own: neither requests nor appends wait for them. */
export interface JournalJobs extends Pick<JournalAttestation, 'export'>, Pick<Pruning, 'plan'> {
  verify(): Promise<Verification>;
}

/**
 * `worker` calls `serveJournalJob` with what it gets as `workerData.job`; `workerData.source` is what
 * `source` gives when the job starts.
 */
export function journalJobs(worker: URL, source: () => object): JournalJobs {
  const start = (job: JournalJob) => new Worker(worker, { workerData: { job, source: source() } });
  /** One at a time: each reads the whole journal, and every user who is signed in may ask for it. */
  let verifying: Promise<unknown> = Promise.resolve();
  return {
    verify() {
      const verification = verifying.then(() => resultOf<Verification>(start({ name: 'verify' })));
      verifying = verification.catch(() => undefined);
      return verification;
    },
    plan: (query) => resultOf<PrunePlan>(start({ name: 'plan', query })),
    export: () => piecesOf(() => start({ name: 'export' })),
  };
}

/** The thread closes its database and then ends: stopping it inside SQLite could end the process. */
async function resultOf<T>(worker: Worker): Promise<T> {
  const [[result]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return result as T;
}

/**
 * Pieces of whole lines. The thread makes the next piece only when the last one was taken, so memory
 * stays bounded however slow the reader is. It ends, and releases its snapshot, with the reading.
 */
async function* piecesOf(start: () => Worker): AsyncGenerator<string> {
  const worker = start();
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

/** A journal as a job needs it; `close` is called when the job is done. */
export interface OpenedJournal extends ExportedJournal {
  readonly reader: JournalReader;
  close(): Promise<void>;
}

/** Does one job in the thread that `journalJobs` started. */
export async function serveJournalJob(job: JournalJob, journal: OpenedJournal): Promise<void> {
  const { reader, origin, keys } = journal;
  if (job.name === 'export') {
    servePieces(exportJournal(reader, { origin, keys }), journal);
    return;
  }
  try {
    const result =
      job.name === 'plan'
        ? await planPruning(reader, job.query)
        : await verifyJournal(reader, { origin, publicKey: keys.public });
    parentPort?.postMessage(result);
  } finally {
    await journal.close();
  }
}

/** Large enough that passing it on costs little compared to reading it, small enough for memory. */
const pieceCharacters = 256 * 1024;

/** One piece for each `next`, '' at the end. */
function servePieces(lines: AsyncGenerator<string>, journal: OpenedJournal): void {
  const nextPiece = async (): Promise<string> => {
    let piece = '';
    while (piece.length < pieceCharacters) {
      const { done, value } = await lines.next();
      if (done) return piece;
      piece += value;
    }
    return piece;
  };
  parentPort?.on('message', async (message: 'next' | 'stop') => {
    if (message === 'next') {
      parentPort?.postMessage(await nextPiece());
      return;
    }
    await lines.return(undefined);
    await journal.close();
    parentPort?.close();
  });
}
