import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { leaveLongSession } from '../support/long-session.ts';
import { startWatchedService } from '../support/watched-service.ts';
import { type BenchRow, ratioOf } from './row.ts';

const events = 20_000;
const idleMs = 3_000;

/** Asks for `/health` every 5 ms from a thread of its own, so that large answers here do not delay it. */
const poller = `
const { parentPort, workerData } = require('node:worker_threads');
const { setTimeout: pause } = require('node:timers/promises');
let waits;
parentPort.on('message', async (word) => {
  if (word === 'stop') {
    parentPort.postMessage(waits);
    waits = undefined;
    return;
  }
  const mine = (waits = []);
  while (waits === mine) {
    const start = performance.now();
    await fetch(workerData).then((answer) => answer.text());
    mine.push(performance.now() - start);
    await pause(5);
  }
});`;

/** Milliseconds that others wait, p99 of `/health`, while the service answers for a call of 20,000 events. */
export async function benchWaiting(folder: string): Promise<readonly BenchRow[]> {
  const dataDir = join(folder, 'long-session');
  const session = `/api/v1/sessions/${await leaveLongSession(dataDir, events)}`;
  const service = await startWatchedService({ SVC_DATA_DIR: dataDir });
  const thread = new Worker(poller, { eval: true, workerData: `${service.url}/health` });
  const get = async (path: string) => {
    const answer = await service.api(path);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const p99During = async (work: () => Promise<unknown>): Promise<number> => {
    thread.postMessage('start');
    await work();
    const waits = new Promise<number[]>((resolve) => thread.once('message', resolve));
    thread.postMessage('stop');
    const sorted = (await waits).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  };
  try {
    while ((await service.api(session)).status !== 200) await pause(50);
    const idle = await p99During(() => pause(idleMs));
    const rows: BenchRow[] = [];
    for (const [name, path, times] of [
      ['report as JSON', `${session}/report`, 10],
      ['report as PDF', `${session}/report?format=pdf`, 3],
      ['transcript', `${session}/transcript`, 10],
    ] as const) {
      const busy = await p99During(async () => {
        for (let time = 0; time < times; time += 1) await get(path);
      });
      rows.push({
        what: `/health during the ${name} of ${events} events, p99 ms`,
        figure: busy.toFixed(1),
        baseline: `${idle.toFixed(1)} (idle)`,
        ratio: ratioOf(busy, idle),
      });
    }
    return rows;
  } finally {
    await thread.terminate();
    await service.close();
  }
}
