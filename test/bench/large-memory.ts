import { setTimeout } from 'node:timers/promises';
import { mostMiB, startLargeCalls } from '../support/large-calls.ts';
import { type BenchRow, ratioOf } from './row.ts';

/** How long what is to be given back may take, in milliseconds. */
const patienceMs = 90_000;

/** The memory that three large calls leave in use, while they are open and once they are over, against its budgets. */
export async function benchLargeMemory(): Promise<readonly BenchRow[]> {
  const calls = await startLargeCalls();
  try {
    await calls.begin();
    const open = await settled(calls.heapMore, mostMiB.open);
    await calls.hangUp();
    const ended = await settled(calls.heapMore, mostMiB.ended);
    const resident = await settled(calls.residentMore, mostMiB.resident);
    return [
      row('heap of the main thread, three large calls open, MiB more', open, mostMiB.open),
      row('the same, once they are over', ended, mostMiB.ended),
      row('resident memory, once they are over, MiB more', resident, mostMiB.resident),
    ];
  } finally {
    await calls.close();
  }
}

/** How much more is in use, once it is within the budget or patience is over. */
async function settled(more: () => Promise<number>, budget: number): Promise<number> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const mib = await more();
    if (mib <= budget || Date.now() > until) return mib;
    await setTimeout(250);
  }
}

const row = (what: string, mib: number, budget: number): BenchRow => ({
  what,
  figure: mib.toFixed(1),
  baseline: `${budget} (budget)`,
  ratio: ratioOf(mib, budget),
});
