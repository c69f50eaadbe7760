import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Histogram } from 'hdr-histogram-js';
import { costlyBodies, honestBodies, refusedBodies, user } from '../support/large-bodies.ts';
import { createLoopWatch } from '../support/watched-service.ts';
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
      const round = async (met: Met, body?: () => object): Promise<void> => {
        const [longest = 0] = await watch.longestStretches(service.url, async () => {
          const turns = openLoop(path, others);
          if (body !== undefined) await oneAfterTheOther(path, body, turns);
          const { firstByte, failed } = await turns;
          met.firstByte.add(firstByte);
          met.failed += failed;
        });
        met.longest.push(longest);
      };
      await warmUp(path);
      const rows: string[][] = [];
      for (const [name, body] of bodies) {
        if (!only.test(name)) continue;
        const [without, beside] = [new Met(), new Met()];
        for (let count = 0; count < rounds; count += 1) {
          await round(without);
          await round(beside, body);
        }
        const failed = String(without.failed + beside.failed);
        rows.push([name, ...without.cells(), ...beside.cells(), failed]);
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
const head = ['large request', ...each, ...each.map((name) => `with: ${name}`), 'failed'];

const bodies: readonly (readonly [name: string, body: () => object])[] = [
  ...Object.entries({ ...honestBodies, ...costlyBodies }),
  ...Object.entries(refusedBodies).map(([name, [, body]]) => [`${name}, refused`, body] as const),
];

/** Sends a large request, and another when it is answered, as long as the turns of others come. */
async function oneAfterTheOther(
  path: Path,
  body: () => object,
  turns: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const over = turns.finally(() => {
    isOver = true;
  });
  while (!isOver) await (await post(path, newBody(body()))).body.dump();
  await over;
}

let bodiesMade = 0;

/** The body with other texts, so that none of them is known from an earlier one. */
function newBody(body: object): string {
  bodiesMade += 1;
  return JSON.stringify(body, (name, value: unknown) =>
    typeof value === 'string' && (name === 'content' || name === 'text') ? newText(value) : value,
  );
}

function newText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
      typeof value === 'string' ? newWords(value) : value,
    );
  } catch {
    return newWords(text);
  }
}

/** A long text is searched in pieces, which all begin elsewhere then. */
function newWords(words: string): string {
  return words.length > 2_048 ? `${' '.repeat(bodiesMade % 512)}${words}` : `${words}${bodiesMade}`;
}

/** Code that has run before is faster. */
async function warmUp(path: Path): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    const content = `${count} my number is 202 555 0143, and so on. `.repeat(500);
    await (await post(path, JSON.stringify({ messages: [user(content)] }))).body.dump();
  }
  await openLoop(path, { ...others, seconds: warmSeconds });
}
