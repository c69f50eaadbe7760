import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '../../server/domain/secret.ts';
import { redaction } from '../support/event-samples.ts';
import { type OpenReplica, openReplica } from '../support/postgres-replica.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { simulateHead } from './head-queue.ts';
import { printed } from './table.ts';

/**
 * `node test/bench/scale-simulation.ts`: measures commits to one journal by 1, 3 and 10 replicas that
 * never pause, and then computes, with the holding times that it measured, how long an append of many
 * more replicas takes over one journal or over partitions. See `docs/scale.md`.
 */
const key = Buffer.alloc(32, 7);
const eventsPerAppend = 6;
const measuredMs = 4_000;
/** Fifty calls, each with a turn every six seconds and two appends a turn. */
const appendsPerReplica = 16;
const simulated = 20_000;
const networkMs = 0.5;

interface Measured {
  readonly replicas: number;
  readonly commitsPerSecond: number;
  /** Between acknowledgements while the head was never idle: how long each commit held it. */
  readonly holdsMs: readonly number[];
  readonly tookMs: readonly number[];
}

async function measure(open: readonly OpenReplica[]): Promise<Measured> {
  const done: number[] = [];
  const tookMs: number[] = [];
  const began = performance.now();
  const writer = async ({ journal }: OpenReplica, no: number): Promise<void> => {
    const session = `sess_0000000000000000000000000${no}` as const;
    while (performance.now() - began < measuredMs) {
      const from = performance.now();
      await journal.append(Array.from({ length: eventsPerAppend }, () => redaction(0, session)));
      done.push(performance.now());
      tookMs.push(performance.now() - from);
    }
  };
  await Promise.all(open.map(writer));
  const holdsMs = done.slice(1).map((at, index) => at - (done[index] ?? at));
  const seconds = (performance.now() - began) / 1000;
  return {
    replicas: open.length,
    commitsPerSecond: done.length / seconds,
    holdsMs,
    tookMs: tookMs.sort((a, b) => a - b),
  };
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const ms = (value: number): string => value.toFixed(1);

/** The same numbers at each run. */
function sequence(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const folder = await mkdtemp(join(tmpdir(), 'svc-scale-'));
const server = await startPostgres();
const open: OpenReplica[] = [];
const measured: Measured[] = [];
try {
  for (const count of [1, 3, 10]) {
    while (open.length < count) {
      const markFile = join(folder, `${open.length}.head`);
      open.push(await openReplica({ url: new Secret(server.url), key, markFile }));
    }
    measured.push(await measure(open));
  }
} finally {
  for (const replica of open) await replica.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

const [cpu] = cpus();
process.stdout.write(
  printed({
    title: `Measured: one journal, ${eventsPerAppend} events an append, ${cpus().length} × ${cpu?.model.trim()}`,
    head: ['replicas', 'commits/s', 'held p50 ms', 'held p95 ms', 'append p50 ms', 'append p95 ms'],
    rows: measured.map(({ replicas, commitsPerSecond, holdsMs, tookMs }) => {
      const holds = [...holdsMs].sort((a, b) => a - b);
      const figures = [at(holds, 0.5), at(holds, 0.95), at(tookMs, 0.5), at(tookMs, 0.95)];
      return [String(replicas), commitsPerSecond.toFixed(0), ...figures.map(ms)];
    }),
  }),
);

// Those of one replica: more of them share the cores of this machine, which others do not.
const holdsMs = (measured[0]?.holdsMs ?? []).map((hold) => hold + networkMs);
const meanHoldMs = holdsMs.reduce((sum, hold) => sum + hold, 0) / holdsMs.length;
const random = sequence();
const partitionCounts = [1, 4, 16, 64];
process.stdout.write(
  printed({
    title: `Computed: p95 ms of an append, ${appendsPerReplica} appends/s a replica, a network of ${networkMs} ms`,
    head: [
      'replicas',
      ...partitionCounts.map((count) => (count === 1 ? '1 journal' : `${count} journals`)),
      'journals for heads that are held half the time',
    ],
    rows: [3, 10, 30, 100, 300, 1000, 3000].map((replicas) => [
      String(replicas),
      ...partitionCounts.map((journals) => {
        const rate = (replicas * appendsPerReplica) / journals;
        const took = simulateHead({ replicas, rate, holdsMs, appends: simulated, random });
        const p95 = at(took, 0.95);
        return p95 > 1000 ? 'over 1 s' : ms(p95);
      }),
      String(Math.ceil((replicas * appendsPerReplica * meanHoldMs) / 1000 / 0.5)),
    ]),
  }),
);
