import { syncBuiltinESMExports } from 'node:module';
import type { WorkerOptions } from 'node:worker_threads';

const program = new URL('./journal-fault-worker.ts', import.meta.url);

/**
 * From now on a thread that writes a journal runs on a disk that fails at the step that the switch of the journal's data
 * names (`faultSwitch`); without a switch none fails. Returns the way back.
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
        super(file.href.endsWith('/writer-worker.ts') ? program : file, options);
      }
    },
  );
  return () => set(Worker);
}
