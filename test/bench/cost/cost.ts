import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Path, percentile } from '../load.ts';
import { start } from '../processes.ts';
import { type MaskedPath, programFile, startService } from '../service.ts';
import type { Table } from '../table.ts';
import { type CpuTime, cpuTimeOf, perTurn, sumOf } from './cpu-time.ts';
import { type MainThreadMs, stagesOfMainThread } from './stages.ts';
import { warmUp, workloads } from './workloads.ts';

export interface CostOptions {
  /** `svc.js` of another checkout, measured in turns with this one. */
  readonly baseline?: string | undefined;
  readonly rounds: number;
  /** Only workloads whose names match. */
  readonly only: RegExp;
}

/** Until what follows a reply is written, and the log of an idle database is moved into its file. */
const settleMs = 1_200;

/** Names of threads, in the order of the columns; the other threads share one. */
const columns = ['main', 'journal', 'vault', 'calls', 'model', 'checkpoints', 'V8'];
const columnOf: Readonly<Record<string, string>> = {
  MainThread: 'main',
  node: 'main',
  V8Worker: 'V8',
  DelayedTaskSche: 'V8',
};

interface Measurement {
  readonly workload: string;
  readonly product: string;
  readonly time: CpuTime;
}

/**
 * Processor time of a turn by thread: user and system time of the whole service, which other work on the
 * machine hardly changes. Rounds alternate between the products; each figure is the median of its rounds.
 */
export async function benchCost(dataDir: string, options: CostOptions): Promise<readonly Table[]> {
  const upstream = await start([programFile('repeating-upstream.ts')]);
  const products: { readonly name: string; readonly service: MaskedPath }[] = [];
  try {
    if (options.baseline !== undefined) {
      const entry = { entry: options.baseline };
      const service = await startService(join(dataDir, 'cost-baseline'), upstream, entry);
      products.push({ name: 'baseline', service });
    }
    const service = await startService(join(dataDir, 'cost'), upstream);
    products.push({ name: 'this', service });
    const wanted = workloads.filter(({ name }) => options.only.test(name));
    await Promise.all(
      products.map(({ service }) => warmUp.run(pathOf(service), (_name, _turns, say) => say())),
    );
    const found: Measurement[] = [];
    for (let round = 0; round <= options.rounds; round += 1) {
      // The first round only compiles.
      const into = round === 0 ? [] : found;
      for (const workload of wanted)
        for (const product of products)
          await workload.run(pathOf(product.service), meter(product, into));
    }
    const names = products.map(({ name }) => name);
    const stages = await stagesOfMainThread(dataDir, upstream, wanted, mainThreadMs(found));
    return [tableOf(found, names), stages];
  } finally {
    for (const { service } of products) await service.stop();
    await upstream.stop();
  }
}

/** Of this product, the median of its rounds by workload. */
function mainThreadMs(found: readonly Measurement[]): MainThreadMs {
  const own = found.filter(({ product }) => product === 'this');
  const workloadsMet = [...new Set(own.map(({ workload }) => workload))];
  return new Map(
    workloadsMet.map((workload) => {
      const times = own.filter((one) => one.workload === workload);
      const main = times.map(({ time }) => sumOf(time, (thread) => columnFor(thread) === 'main'));
      return [workload, percentile(main, 50)];
    }),
  );
}

function pathOf({ agentUrl }: MaskedPath): Path {
  return { name: 'service', url: agentUrl };
}

function meter(
  { name: product, service }: { readonly name: string; readonly service: MaskedPath },
  found: Measurement[],
) {
  return async (workload: string, turns: number, say: () => Promise<void>): Promise<void> => {
    const before = await cpuTimeOf(service.pid);
    await say();
    await pause(settleMs);
    found.push({ workload, product, time: perTurn(before, await cpuTimeOf(service.pid), turns) });
  };
}

function tableOf(found: readonly Measurement[], products: readonly string[]): Table {
  const rows = [...new Set(found.map(({ workload }) => workload))].flatMap((workload) =>
    products.map((product) => {
      const own = found.filter((one) => one.workload === workload && one.product === product);
      const totals = own.map(({ time }) => sumOf(time));
      const byThread = [...columns, 'other'].map((column) =>
        own.map(({ time }) => sumOf(time, (thread) => columnFor(thread) === column)),
      );
      return [
        workload,
        product,
        ...[50, 0, 100].map((percent) => percentile(totals, percent).toFixed(2)),
        ...byThread.map((times) => percentile(times, 50).toFixed(2)),
      ];
    }),
  );
  const head = ['turn', 'product', 'all', 'least', 'most', ...columns, 'other'];
  return { title: 'Processor time of a turn, ms', head, rows };
}

function columnFor(thread: string): string {
  const column = columnOf[thread] ?? thread;
  return columns.includes(column) ? column : 'other';
}
