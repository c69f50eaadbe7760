import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Path } from '../load.ts';
import { type Running, start } from '../processes.ts';
import { checkoutEntry, type MaskedPath, programFile, startService } from '../service.ts';
import type { Table } from '../table.ts';
import { cpuTimeOf, sumOf } from './cpu-time.ts';
import { type Figure, type Judgement, judge, mostOfBefore, type Side } from './gate.ts';
import { residentMb } from './resident-memory.ts';
import { firstTurn, type Workload, warmUp, workloads } from './workloads.ts';

export interface GateOptions {
  /** `svc.js` of the other checkout. */
  readonly before: string;
  readonly rounds: number;
  /** Only workloads whose names match. */
  readonly only: RegExp;
}

export interface GateResult {
  readonly table: Table;
  /** Names of the rows that cost more than the gate lets through. */
  readonly dearer: readonly string[];
}

interface Product {
  readonly side: Side;
  readonly entry: string;
  readonly service: MaskedPath;
}

/** Until what follows a reply is written, and the log of an idle database is moved into its file. */
const settleMs = 1_200;

const memoryRow = 'resident memory after a round, MB';
const startRow = 'start until the first turn is answered, CPU ms';

/**
 * What each turn costs in processor time here and in another checkout: in rounds in which both say the same turns one
 * after the other, each first in every other round. The memory of both is read after each round, and each round starts
 * both once more, with an empty data folder. Where a row is dearer after `rounds`, as many more decide together with these.
 */
export async function benchAgainst(
  dataDir: string,
  { before, rounds, only }: GateOptions,
): Promise<GateResult> {
  const upstream = await start([programFile('repeating-upstream.ts')]);
  const products: Product[] = [];
  try {
    for (const [side, entry] of [
      ['before', before],
      ['now', checkoutEntry],
    ] as const) {
      const service = await startService(join(dataDir, `gate-${side}`), upstream, { entry });
      products.push({ side, entry, service });
    }
    const wanted = workloads.filter(({ name }) => only.test(name));
    for (const { service } of products) await sayAll(service, warmUp);
    await measureRound(products, wanted);
    const figures: Figure[] = [];
    const measure = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const order = round % 2 === 0 ? products : products.toReversed();
        figures.push(...(await measureRound(order, wanted)));
        for (const product of order) figures.push(await startOf(dataDir, upstream, product));
      }
    };
    await measure();
    if (dearerOf(judge(figures)).length > 0) await measure();
    const judgements = judge(figures);
    return { table: tableOf(judgements), dearer: dearerOf(judgements) };
  } finally {
    for (const { service } of products) await service.stop();
    await upstream.stop();
  }
}

const pathOf = ({ agentUrl }: MaskedPath): Path => ({ name: 'service', url: agentUrl });

function sayAll(service: MaskedPath, workload: Workload): Promise<void> {
  return workload.run(pathOf(service), (_name, _turns, say) => say());
}

async function measureRound(
  products: readonly Product[],
  wanted: readonly Workload[],
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const workload of wanted)
    for (const { side, service } of products) {
      const { pid } = service;
      await workload.run(pathOf(service), async (name, turns, say) => {
        const spent = sumOf(await cpuTimeOf(pid));
        await say();
        await pause(settleMs);
        const value = (sumOf(await cpuTimeOf(pid)) - spent) / turns;
        figures.push({ row: `${name}, CPU ms a turn`, side, value });
      });
    }
  for (const { side, service } of products)
    figures.push({ row: memoryRow, side, value: await residentMb(service.pid) });
  return figures;
}

/** Starts a product with an empty data folder, and says one turn. */
async function startOf(
  dataDir: string,
  upstream: Running,
  { side, entry }: Product,
): Promise<Figure> {
  const folder = await mkdtemp(join(dataDir, 'start-'));
  const service = await startService(join(folder, 'data'), upstream, { entry });
  try {
    await sayAll(service, firstTurn);
    return { row: startRow, side, value: sumOf(await cpuTimeOf(service.pid)) };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function dearerOf(judgements: readonly Judgement[]): readonly string[] {
  return judgements.filter(({ isDearer }) => isDearer).map(({ row }) => row);
}

function tableOf(judgements: readonly Judgement[]): Table {
  return {
    title: `Median and least of the rounds; dearer where both are more than ${mostOfBefore} of before`,
    head: ['what', 'before', 'now', 'ratio', 'least before', 'least now', 'ratio', 'verdict'],
    rows: judgements.map(({ row, medians, leasts, isDearer }) => [
      row,
      ...[medians, leasts].flatMap(({ before, now }) => [
        before.toFixed(2),
        now.toFixed(2),
        (now / before).toFixed(2),
      ]),
      isDearer ? 'DEARER' : 'ok',
    ]),
  };
}
