import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build, type Histogram } from 'hdr-histogram-js';
import { user } from '../support/large-bodies.ts';
import { createLoopWatch } from '../support/watched-service.ts';
import { largeBodies } from './large-sender.ts';
import { type Path, percentile, post } from './load.ts';
import { openLoop } from './open-loop.ts';
import { start } from './processes.ts';
import { programFile, startService } from './service.ts';
import type { Table } from './table.ts';

/** Other calls, which never wait for an answer to say the next; each turn has a new number. */
const others = { calls: 4, rate: 20, seconds: 2, stream: true };
const warmSeconds = 5;

export interface LargeRequestOptions {
  /** Of each kind of request; a round without any comes before each. */
  readonly rounds: number;
  /** Only requests whose names match. */
  readonly only: RegExp;
}

/** What other calls met over the rounds. */
class Met {
  /** Microseconds until the first byte of their streamed replies. */
  readonly firstByte: Histogram = build({ numberOfSignificantValueDigits: 3 });
  /** Of the main thread in each round, CPU time in ms. */
  readonly longest: number[] = [];
  /** Status of each answer to a large request. */
  readonly answers: number[] = [];
  failed = 0;

  cells(): string[] {
    const waits = [50, 99].map((percent) =>
      (this.firstByte.getValueAtPercentile(percent) / 1000).toFixed(1),
    );
    const longest = [50, 100].map((percent) => percentile(this.longest, percent).toFixed(0));
    return [...waits, ...longest];
  }
}

/**
 * What other calls wait for while large requests come one after the other: until the first byte of their streamed replies.
 * Rounds alternate with rounds without a large request, which show what the machine itself makes them wait for.
 */
export async function benchLargeRequests(
  dataDir: string,
  { rounds, only }: LargeRequestOptions,
): Promise<readonly Table[]> {
  const folder = join(dataDir, 'large-requests');
  await mkdir(folder);
  const watch = await createLoopWatch(join(folder, 'stretches'));
  const upstream = await start([programFile('upstream.ts')]);
  try {
    const service = await startService(join(folder, 'data'), upstream, { env: watch.env });
    try {
      const path: Path = { name: 'service', url: service.agentUrl };
      const round = async (met: Met, name?: string): Promise<void> => {
        const [longest = 0] = await watch.longestStretches(service.url, async () => {
          const turns = openLoop(path, others);
          if (name !== undefined) met.answers.push(...(await oneAfterTheOther(path, name, turns)));
          const { firstByte, failed } = await turns;
          met.firstByte.add(firstByte);
          met.failed += failed;
        });
        met.longest.push(longest);
      };
      await warmUp(path);
      const rows: string[][] = [];
      for (const name of largeBodies.keys()) {
        if (!only.test(name)) continue;
        const [without, beside] = [new Met(), new Met()];
        for (let count = 0; count < rounds; count += 1) {
          await round(without);
          await round(beside, name);
        }
        const failed = String(without.failed + beside.failed);
        const statuses = [...new Set(beside.answers)].join(', ');
        rows.push([name, statuses, ...without.cells(), ...beside.cells(), failed]);
      }
      return [{ title, head, rows }];
    } finally {
      await service.stop();
    }
  } finally {
    await upstream.stop();
  }
}

const title = 'Other calls without and with large requests, until their first byte, ms';
const each = ['p50', 'p99', 'longest stretch, CPU ms', 'most'];
const head = [
  'large request',
  'answered',
  ...each,
  ...each.map((name) => `with: ${name}`),
  'failed',
];

/** Sends a large request, and another when it is answered, as long as the turns of others come. Resolves with their statuses. */
async function oneAfterTheOther(
  path: Path,
  name: string,
  turns: Promise<unknown>,
): Promise<readonly number[]> {
  const sender = new Worker(new URL('./large-sender.ts', import.meta.url), {
    workerData: { path, name },
  });
  const statuses: number[] = [];
  sender.on('message', (status: number) => statuses.push(status));
  const ended = once(sender, 'exit');
  await turns.finally(() => sender.postMessage('stop'));
  await ended;
  return statuses;
}

/** Code that has run before is faster. */
async function warmUp(path: Path): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const content = `${count} my number is 202 555 0143, and so on. `.repeat(500);
    await (await post(path, JSON.stringify({ messages: [user(content)] }))).body.dump();
  }
  await openLoop(path, { ...others, seconds: warmSeconds });
}
