// Loaded before the service, by --import: on SIGUSR2 the thread that runs SVC_TEST_MORTAL_THREAD dies.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const { Worker } = threads;
// The service forgets its environment.
const mortal = process.env['SVC_TEST_MORTAL_THREAD'];
threads.Worker = class extends Worker {
  constructor(file, options) {
    super(file, options);
    // The source's file ends in `.ts`, the bundle's in `.js`.
    if (
      !String(file)
        .replace(/\.[jt]s$/, '')
        .endsWith(`/${mortal}`)
    )
      return;
    process.on('SIGUSR2', () => this.terminate());
  }
};
syncBuiltinESMExports();
