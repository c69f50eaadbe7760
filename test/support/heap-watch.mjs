// Loaded into the service by `test/support/large-calls.ts`: answers on a loopback port, which it writes to a file, how
// much of the main thread's heap is in use once garbage is collected. The service's rounds of 15 s take 100 ms.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const file = process.env.HEAP_WATCH_FILE;
const [roundMs, shortRoundMs] = [15_000, 100];

if (isMainThread && file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { setInterval } = globalThis;
  globalThis.setInterval = (work, ms, ...args) =>
    setInterval(work, ms === roundMs ? shortRoundMs : ms, ...args);
  const server = createServer((_, response) => {
    collect();
    response.end(String(process.memoryUsage().heapUsed / 2 ** 20));
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String(server.address().port)));
  server.unref();
}
