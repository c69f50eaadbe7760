import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out themselves, so that nobody else's connection takes one meanwhile. */
const [lowest, highest] = [20_000, 32_000];
const mostTries = 100;
/** Each worker of a run has ports of its own: between the choice of a port and its use another could choose it too. */
const workers = 8;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workers;
const given = new Set<number>();

/** A port of this machine that was free a moment ago, for what must know its address beforehand. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(lowest / workers, highest / workers) * workers + worker;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${lowest} to ${highest}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
