import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { readLexicon } from '../../server/adapters/onnx/model-files.ts';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { chunksOf } from '../../server/domain/time-slices.ts';
import { lazyUtterance } from '../../server/pipeline/detection-passes.ts';
import { createCurrentRoster, type LoadedRoster } from '../../server/roster/current-roster.ts';
import { readRoster } from '../../server/roster/match-roster.ts';
import { inventedPeople } from '../support/invented-people.ts';
import { quantile } from './eval/quantile.ts';
import { type BenchRow, ratioOf } from './row.ts';

const people = 100_000;
const rounds = 2_000;
const budgetMs = 0.5;
const budgetMb = 100;
const budgetLoadS = 10;
const turns = [
  'hi this is ngozi okafor reyes i am calling about my appointment on tuesday with the doctor at the new clinic',
  'yes my number is five five five oh one two three and please call me back this afternoon thank you so much',
  'will it take long or may i bring my daughter grace with me on the third of may after school around four',
];

/** 100,000 invented people against the budgets of the matcher: time of a turn, memory, pauses while it loads. */
export async function benchRoster(): Promise<readonly BenchRow[]> {
  const batches = [...chunksOf([...inventedPeople(people)], 500)];
  const roster = {
    version: async () => 1,
    people: async function* read() {
      yield* batches;
    },
  };
  const current = createCurrentRoster({
    roster,
    lexicon: () => readLexicon('models'),
    clock: systemClock,
  });
  const idle = await lateMs(() => setTimeout(2_000));
  const cpuBefore = process.threadCpuUsage();
  const late = await lateMs(() => current.current());
  const { user, system } = process.threadCpuUsage(cpuBefore);
  const loaded = (await current.current()) as LoadedRoster;
  const times = Array.from({ length: rounds }, (_, round) => {
    const text = `${turns[round % turns.length]} ${round}`;
    const utterance = lazyUtterance(text, 'user');
    utterance.shadow;
    const before = process.threadCpuUsage();
    const started = performance.now();
    readRoster(utterance, loaded.index);
    const ms = performance.now() - started;
    const { user: own, system: kernel } = process.threadCpuUsage(before);
    return { ms, cpuMs: (own + kernel) / 1e3 };
  }).slice(rounds / 2);
  const walls = times.map(({ ms }) => ms);
  const [p50, p95] = [quantile(walls, 0.5) ?? 0, quantile(walls, 0.95) ?? 0];
  const cpuMs = times.reduce((sum, one) => sum + one.cpuMs, 0) / times.length;
  const mb = loaded.index.bytes() / 1e6;
  return [
    row('a turn of 20 words, mean ms of processor time', cpuMs, budgetMs),
    row('a turn of 20 words, p50 ms', p50, budgetMs),
    row('a turn of 20 words, p95 ms', p95, budgetMs),
    row('memory, MB', mb, budgetMb),
    {
      what: name('event loop while it loads, p99 ms late'),
      figure: late.toFixed(2),
      baseline: `${idle.toFixed(2)} (idle)`,
      ratio: ratioOf(late, idle),
    },
    row('loads in, s of processor time', (user + system) / 1e6, budgetLoadS),
  ];
}

async function lateMs(work: () => Promise<unknown>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await work();
  loop.disable();
  return loop.percentile(99) / 1e6;
}

const name = (what: string): string => `roster of ${people.toLocaleString('en')}: ${what}`;

const row = (what: string, figure: number, budget: number): BenchRow => ({
  what: name(what),
  figure: figure.toFixed(2),
  baseline: `${budget} (budget)`,
  ratio: (figure / budget).toFixed(2),
});
