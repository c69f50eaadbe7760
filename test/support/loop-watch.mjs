// Loaded into the service by `test/support/watched-service.ts`: writes a line for each stretch of CPU time,
// in milliseconds, that the main thread spends before it comes back to its timers.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.LOOP_WATCH_FILE;
const leastMs = 5;

if (isMainThread && file !== undefined) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= leastMs) appendFileSync(file, `${ms.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  }, 1).unref();
}
