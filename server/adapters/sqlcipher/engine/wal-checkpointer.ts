import { Worker } from 'node:worker_threads';

/** Runs WAL checkpoints for a database that may never be idle. */
export interface WalCheckpointer {
  /** Call it after each commit. */
  committed(): void;
  /** Call it after a checkpoint by other means. */
  checkpointed(): void;
  /** Closes the connection for the checkpoints of this database. */
  close(): Promise<void>;
}

/** What the thread opens a database with. */
interface CheckpointedDatabase {
  readonly file: string;
  /** Raw 32-byte key. */
  readonly key: Uint8Array;
}

/** Asks the thread for a checkpoint, or to close the database; it answers with the file. */
export interface CheckpointRequest extends CheckpointedDatabase {
  readonly close?: boolean;
}

/** A few megabytes of log. After a checkpoint SQLite reuses the log, which makes a commit twice as fast as growing it. */
const commitsPerCheckpoint = 128;

/**
 * Checkpoints for the databases of one thread, in another thread, started on first use: in the writing thread they would
 * delay commits by up to some tenths of a second. If the thread fails, logs grow until a commit runs
 * the checkpoint (`wal_autocheckpoint`).
 */
export function walCheckpointers(): (database: CheckpointedDatabase) => WalCheckpointer {
  const answered = new Map<string, () => void>();
  let worker: Worker | undefined;
  let failed = false;

  const start = () => {
    const started = new Worker(new URL('./wal-checkpointer-worker.ts', import.meta.url), {
      name: 'checkpoints',
    });
    const answer = (file: string) => {
      answered.get(file)?.();
      answered.delete(file);
    };
    started.on('message', answer);
    started.on('error', () => {
      failed = true;
      for (const file of answered.keys()) answer(file);
    });
    // This thread must not keep the process alive.
    started.unref();
    return started;
  };
  const ask = (request: CheckpointRequest): Promise<void> => {
    worker ??= start();
    const { promise, resolve } = Promise.withResolvers<void>();
    answered.set(request.file, resolve);
    worker.postMessage(request);
    return promise;
  };

  return ({ file, key }) => {
    let running: Promise<void> | undefined;
    let isOpen = false;
    let commits = 0;
    return {
      committed() {
        commits += 1;
        if (commits < commitsPerCheckpoint || running !== undefined || failed) return;
        commits = 0;
        isOpen = true;
        running = ask({ file, key }).then(() => {
          running = undefined;
        });
      },
      checkpointed() {
        commits = 0;
      },
      async close() {
        await running;
        if (isOpen && !failed) await ask({ file, key, close: true });
      },
    };
  };
}
