import { Worker } from 'node:worker_threads';

/** Folds the write-ahead log of a database that is too busy to do it in its idle time. */
export interface WalCheckpointer {
  /** To be called after each commit. */
  committed(): void;
  /** The log was folded by other means. */
  checkpointed(): void;
  close(): Promise<void>;
}

export interface WalCheckpointerOptions {
  readonly file: string;
  readonly key: Uint8Array;
}

/** A few megabytes of log. What is folded is written over, and that makes a commit twice as fast as a log that grows. */
const commitsPerCheckpoint = 128;

/**
 * A thread beside the writer's, started when it is first needed: folding on the writer's own thread
 * would hold up commits for up to some tenths of a second. Should the thread fail, the log grows
 * until a commit folds it (`wal_autocheckpoint`).
 */
export function walCheckpointer(options: WalCheckpointerOptions): WalCheckpointer {
  let worker: Worker | undefined;
  let running = false;
  let failed = false;
  let commits = 0;

  const start = () => {
    const started = new Worker(new URL('./wal-checkpointer-worker.ts', import.meta.url), {
      workerData: options,
    });
    started.on('message', () => {
      running = false;
    });
    started.on('error', () => {
      failed = true;
    });
    // A thread that only folds keeps nothing else from ending.
    started.unref();
    return started;
  };
  return {
    committed() {
      commits += 1;
      if (commits < commitsPerCheckpoint || running || failed) return;
      commits = 0;
      running = true;
      worker ??= start();
      worker.postMessage('fold');
    },
    checkpointed() {
      commits = 0;
    },
    async close() {
      if (worker === undefined || failed) return;
      const ended = new Promise((resolve) => worker?.once('exit', resolve));
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}
