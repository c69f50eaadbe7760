import { Worker } from 'node:worker_threads';

/** Runs WAL checkpoints for a database that may never be idle. */
export interface WalCheckpointer {
  /** Call it after each commit. */
  committed(): void;
  /** Call it after a checkpoint by other means. */
  checkpointed(): void;
  close(): Promise<void>;
}

export interface WalCheckpointerOptions {
  readonly file: string;
  readonly key: Uint8Array;
}

/** A few megabytes of log. After a checkpoint SQLite reuses the log, which makes a commit twice as fast as growing it. */
const commitsPerCheckpoint = 128;

/**
 * Runs checkpoints in a thread of their own, started on first use: on the writer's thread they would
 * delay commits by up to some tenths of a second. If the thread fails, the log grows until a commit runs
 * the checkpoint (`wal_autocheckpoint`).
 */
export function walCheckpointer(options: WalCheckpointerOptions): WalCheckpointer {
  let worker: Worker | undefined;
  let running = false;
  let failed = false;
  let commits = 0;

  const start = () => {
    const started = new Worker(new URL('./wal-checkpointer-worker.ts', import.meta.url), {
      name: 'checkpoints',
      workerData: options,
    });
    started.on('message', () => {
      running = false;
    });
    started.on('error', () => {
      failed = true;
    });
    // This thread must not keep the process alive.
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
      worker.postMessage('checkpoint');
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
