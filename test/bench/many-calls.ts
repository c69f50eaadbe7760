import { join } from 'node:path';
import { cpuTimeOf, sumOf } from './cost/cpu-time.ts';
import { residentMb } from './cost/resident-memory.ts';
import { Call, inLanes, newWords, sayOnce, warmUp } from './cost/workloads.ts';
import { type Path, percentile } from './load.ts';
import { type Running, start } from './processes.ts';
import { type MaskedPath, programFile, startService } from './service.ts';
import type { Table } from './table.ts';

/** Calls that are open at once; they speak in turns. */
const openCalls = [8, 500];
const turnsBefore = 28;
/** Turns that each call says before those that are measured: the first one brings its whole history. */
const settlingTurns = 2;
/** Turns that are measured at least: groups of few calls speak one after the other. */
const leastTurns = 160;
const openInFlight = 4;

const silentCalls = 10_000;
const silentStep = 2_500;
const silentInFlight = 16;

/** What many calls at once cost: long ones that speak in turns, and ones without an id that say one message and fall silent. */
export async function benchManyCalls(dataDir: string): Promise<readonly Table[]> {
  const upstream = await start([programFile('repeating-upstream.ts')]);
  try {
    const open: string[][] = [];
    for (const count of openCalls)
      open.push(
        await withService(join(dataDir, `open-${count}`), upstream, (path, service) =>
          longCalls(path, service, count),
        ),
      );
    const silent = await withService(join(dataDir, 'silent'), upstream, silentOnes);
    return [
      {
        title: `Turns of calls of ${turnsBefore} turns that are open at once, ${openInFlight} in flight`,
        head: ['open calls', 'CPU ms a turn', 'p50 ms', 'p99', 'resident MB'],
        rows: open,
      },
      {
        title: `Calls without an id that say one message each, ${silentInFlight} in flight`,
        head: ['calls', 'CPU ms a turn', 'turns/s', 'p50 ms', 'p99', 'most', 'resident MB'],
        rows: silent,
      },
    ];
  } finally {
    await upstream.stop();
  }
}

async function withService<T>(
  dataDir: string,
  upstream: Running,
  work: (path: Path, service: MaskedPath) => Promise<T>,
): Promise<T> {
  const service = await startService(dataDir, upstream);
  try {
    const path: Path = { name: 'service', url: service.agentUrl };
    await warmUp.run(path, (_name, _turns, say) => say());
    return await work(path, service);
  } finally {
    await service.stop();
  }
}

async function longCalls(path: Path, { pid }: MaskedPath, count: number): Promise<string[]> {
  const cost = costMeter(pid);
  for (let measured = 0; measured < leastTurns; ) {
    const calls = Array.from({ length: count }, () => new Call(turnsBefore));
    const turn = (say: (call: Call) => Promise<void>): Promise<void> => {
      const left = [...calls];
      return inLanes(openInFlight, count, async () => {
        const call = left.shift();
        if (call !== undefined) await say(call);
      });
    };
    for (let at = 0; at < settlingTurns; at += 1) await turn((call) => call.say(path));
    for (let at = 0; at < 2; at += 1)
      await cost.measure(count, (timed) => turn((call) => timed(() => call.say(path))));
    measured += 2 * count;
  }
  const { cpuMs, p50, p99 } = cost.figures();
  return [String(count), cpuMs, p50, p99, (await residentMb(pid)).toFixed(0)];
}

async function silentOnes(path: Path, { pid }: MaskedPath): Promise<string[][]> {
  const rows: string[][] = [];
  for (let said = 0; said < silentCalls; said += silentStep) {
    const cost = costMeter(pid);
    await cost.measure(silentStep, (timed) =>
      inLanes(silentInFlight, silentStep, () => timed(() => sayOnce(path, newWords()))),
    );
    const { cpuMs, perSecond, p50, p99, most } = cost.figures();
    const memory = (await residentMb(pid)).toFixed(0);
    rows.push([String(said + silentStep), cpuMs, perSecond, p50, p99, most, memory]);
  }
  return rows;
}

type Timed = (say: () => Promise<void>) => Promise<void>;

/** Processor time of a process and how long each turn took, of all that is measured. */
function costMeter(pid: number) {
  const waits: number[] = [];
  let [spentMs, elapsedMs, turns] = [0, 0, 0];
  const timed: Timed = async (say) => {
    const began = performance.now();
    await say();
    waits.push(performance.now() - began);
  };
  return {
    measure: async (count: number, work: (timed: Timed) => Promise<void>): Promise<void> => {
      const [before, began] = [sumOf(await cpuTimeOf(pid)), performance.now()];
      await work(timed);
      elapsedMs += performance.now() - began;
      spentMs += sumOf(await cpuTimeOf(pid)) - before;
      turns += count;
    },
    figures: () => ({
      cpuMs: (spentMs / turns).toFixed(2),
      perSecond: ((1_000 * turns) / elapsedMs).toFixed(0),
      p50: percentile(waits, 50).toFixed(1),
      p99: percentile(waits, 99).toFixed(1),
      most: Math.max(...waits).toFixed(0),
    }),
  };
}
