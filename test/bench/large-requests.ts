import { costlyBodies, honestBodies, user } from '../support/large-bodies.ts';
import { upstreamAt } from '../support/service.ts';
import { startWatchedService } from '../support/watched-service.ts';
import { chatBody, newCall, newTurn, type Path, percentile, secret, send, timed } from './load.ts';
import { start } from './processes.ts';
import { programFile } from './service.ts';
import type { Table } from './table.ts';

/** Calls that go on while a large request is served; each says a new number in each turn. */
const lanes = 4;
const leastTurns = 100;

interface Wait {
  readonly firstMs: readonly number[];
  /** Of the main thread, CPU time in ms. */
  readonly longest: number;
}

/** What other calls wait for while a large request is served: until the first byte of their streamed replies. */
export async function benchLargeRequests(): Promise<readonly Table[]> {
  const upstream = await start([programFile('upstream.ts')]);
  const service = await startWatchedService({
    ...upstreamAt(`${upstream.url}/v1`),
    SVC_VOICE_WEBHOOK_SECRET: secret,
  });
  try {
    const agent = await service.createAgent({ name: 'bench', upstream: 'provider:model-small' });
    const path: Path = {
      name: 'service',
      url: `${service.url}/proxy/${agent}/v1/chat/completions`,
    };
    const large = async (body: object): Promise<void> => {
      await (await send(path, JSON.stringify(body))).text();
    };
    const othersDuring = async (work: Promise<void>): Promise<Wait> => {
      const firstMs: number[] = [];
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      const lane = async (): Promise<void> => {
        const call = newCall();
        while (!isOver) firstMs.push((await timed(path, chatBody(call, newTurn(), true))).firstMs);
      };
      const [longest = 0] = await service.longestStretches(() =>
        Promise.all([over, ...Array.from({ length: lanes }, lane)]),
      );
      return { firstMs, longest };
    };
    const quiet = async (): Promise<void> => {
      for (let turn = 0; turn < leastTurns; turn += 1)
        await timed(path, chatBody(newCall(), newTurn(), true));
    };
    // Code that has run before is faster.
    for (let round = 0; round < 3; round += 1)
      await large({
        messages: [user(`${round} my number is 202 555 0143, and so on. `.repeat(500))],
      });
    await othersDuring(quiet());
    const rows = [rowOf('none', await othersDuring(quiet()))];
    for (const [name, body] of Object.entries({ ...honestBodies, ...costlyBodies }))
      rows.push(rowOf(name, await othersDuring(large(body()))));
    const title = 'Other calls during a large request, until their first byte, ms';
    const head = ['large request', 'turns', 'p50', 'p99', 'most', 'longest stretch, CPU ms'];
    return [{ title, head, rows }];
  } finally {
    await service.close();
    await upstream.stop();
  }
}

function rowOf(name: string, { firstMs, longest }: Wait): string[] {
  const waits = [50, 99, 100].map((percent) => percentile(firstMs, percent).toFixed(1));
  return [name, String(firstMs.length), ...waits, longest.toFixed(0)];
}
