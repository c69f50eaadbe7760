import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { costlyBodies, tokenBodies, user } from '../support/large-bodies.ts';
import { postBytes } from '../support/signed-bytes.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';
import { type BenchRow, ratioOf } from './row.ts';

/** In MiB: these requests left 28, and 49 before what is kept of an open call was counted in bytes. */
const budgetOpen = 38;
/** In MiB, once the calls are over: code that V8 has compiled since, and what it keeps of objects' shapes. */
const budgetEnded = 16;
/** In MiB: pages that V8 and the allocator hold for the next large request. */
const budgetResident = 120;
/** How long what is to be given back may take, in milliseconds. */
const patienceMs = 90_000;

const largest = [
  costlyBodies['20,000 leaves of JSON'],
  costlyBodies['10,000 telephone numbers'],
  tokenBodies['foreign tokens'],
];

/** The memory that three large requests leave behind, while their calls are open and once they are over, against its budgets. */
export async function benchLargeMemory(dataDir: string): Promise<readonly BenchRow[]> {
  const folder = join(dataDir, 'large-memory');
  await mkdir(folder);
  const portFile = join(folder, 'port');
  const service = await startWatchedService({
    HEAP_WATCH_FILE: portFile,
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: `--max-semi-space-size=8 --import=${new URL('./programs/heap-watch.mjs', import.meta.url)}`,
  });
  try {
    const agent = await service.createAgent({ name: 'a', upstream: 'stub' });
    for (let round = 0; round < 3; round += 1) {
      const messages = [user(`${round} my number is 202 555 0143. `.repeat(500))];
      await say(service, agent, 'first', { messages });
    }
    const heap = () => heapMiB(portFile);
    const resident = () => service.residentMiB();
    const [heapBefore, residentBefore] = [await heap(), await resident()];
    for (const [index, body] of largest.entries())
      await say(service, agent, `call ${index}`, body?.(1) ?? {});
    const open = await given(heap, heapBefore, budgetOpen);
    for (const index of largest.keys()) await hangUp(service, agent, `call ${index}`);
    const ended = await given(heap, heapBefore, budgetEnded);
    const left = await given(resident, residentBefore, budgetResident);
    return [
      row('heap of the main thread, three large calls open, MiB more', open, budgetOpen),
      row('the same, once they are over', ended, budgetEnded),
      row('resident memory, once they are over, MiB more', left, budgetResident),
    ];
  } finally {
    await service.close();
  }
}

async function say(service: WatchedService, agent: string, id: string, body: object) {
  const { status } = await postBytes(
    service,
    agent,
    JSON.stringify({ ...body, stream: true, call: { id } }),
  );
  if (status !== 200) throw new Error(`a large request was answered with ${status}`);
}

async function hangUp(service: WatchedService, agent: string, id: string) {
  const message = { type: 'end-of-call-report', endedReason: 'customer-ended-call', call: { id } };
  await postBytes(service, agent, JSON.stringify({ message }), `/voice/webhook/${agent}`);
}

/** What is in use of the main thread's heap, in MiB, without garbage. */
async function heapMiB(portFile: string): Promise<number> {
  const port = await readFile(portFile, 'utf8');
  return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
}

/** How much more is in use than before, once it is within the budget or patience is over. */
async function given(used: () => Promise<number>, before: number, budget: number): Promise<number> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const more = (await used()) - before;
    if (more <= budget || Date.now() > until) return more;
    await setTimeout(250);
  }
}

const row = (what: string, mib: number, budget: number): BenchRow => ({
  what,
  figure: mib.toFixed(1),
  baseline: `${budget} (budget)`,
  ratio: ratioOf(mib, budget),
});
