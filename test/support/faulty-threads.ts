import { syncBuiltinESMExports } from 'node:module';
import type { WorkerOptions } from 'node:worker_threads';

const program = new URL('./journal-fault-worker.ts', import.meta.url);

/**
 * From now on a journal's thread runs on a disk that fails at the step that the switch of its data
 * names (`faultSwitch`); a journal without a switch has its own thread. Returns the way back.
 */
export function useFaultyThreads(): () => void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { Worker } = threads;
  const set = (worker: typeof Worker) => {
    threads.Worker = worker;
    syncBuiltinESMExports();
  };
  set(
    class extends Worker {
      constructor(file: URL, options: WorkerOptions) {
        const isFaulty = file.href.endsWith('/journal-worker.ts') && 'fault' in options.workerData;
        super(isFaulty ? program : file, options);
      }
    },
  );
  return () => set(Worker);
}
