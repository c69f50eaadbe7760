import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimeOfAll } from './cost/cpu-time.ts';
import { newValues, wordsWith } from './cost/workloads.ts';
import { chatBody, newCall, newTurn, percentile, throughput, timed } from './load.ts';
import { type Environments, type Gateways, type Way, withGateways } from './started-gateways.ts';
import type { Table } from './table.ts';

/** On how many earlier turns a turn is said; a platform sends all of them again. */
const histories = [0, 10];
const turnsPerCall = 10;
const warmTurns = 20;
const aloneTurns = 100;
const inFlight = 16;
const loadSeconds = 4;
const loadRounds = 3;
/** Until what follows a reply is written. */
const settleMs = 1_200;
const leakTurns = 100;
const head = [
  ...['way', 'earlier turns', 'first byte p50', 'p95', 'whole reply p50', 'p95', 'turns/s'],
  ...['CPU ms a turn', 'names, lower case', 'names, written', 'telephone numbers'],
];

/**
 * The service beside other gateways: the same turns, each with a value that nobody saw before, to the same provider. What
 * each gateway adds to a turn that is alone, its turns a second and processor time with many in flight, and the values
 * that it lets through. A gateway that is not set up has a row that says so.
 */
export function benchGateways(
  dataDir: string,
  environments: Environments,
): Promise<readonly Table[]> {
  return withGateways(dataDir, environments, async (gateways) => {
    const rows: string[][] = [];
    for (const history of histories) rows.push(...(await rowsOf(gateways, history)));
    rows.push(
      ...gateways.notSetUp.map((name) => [name, 'not set up', ...head.slice(2).map(() => '–')]),
    );
    const title = `Added to a turn that is alone, ms; with ${inFlight} in flight; values that the provider saw`;
    return [{ title, head, rows }];
  });
}

async function rowsOf({ ways, provider }: Gateways, history: number): Promise<string[][]> {
  const alone = {
    first: await addedMs(ways, history, true),
    whole: await addedMs(ways, history, false),
  };
  const loads = await underLoad(ways, history);
  const rows: string[][] = [];
  for (const [index, way] of ways.entries())
    rows.push([
      way.name,
      String(history),
      ...[alone.first[index] ?? [], alone.whole[index] ?? []].flatMap((ms) =>
        [50, 95].map((percent) => percentile(ms, percent).toFixed(2)),
      ),
      ...(loads[index] ?? []),
      ...(await leaked(way, provider, history)),
    ]);
  return rows;
}

/** Each turn goes every way, so that the machine's mood cancels out; the first way has the time of the provider itself. */
async function addedMs(
  ways: readonly Way[],
  history: number,
  stream: boolean,
): Promise<readonly (readonly number[])[]> {
  const turns: number[][] = [];
  let call = 0;
  for (let turn = 0; turn < warmTurns + aloneTurns; turn += 1) {
    if (turn % turnsPerCall === 0) call = newCall();
    const body = chatBody(call, newTurn(), stream, { turns: history });
    const ms: number[] = [];
    for (const way of ways) {
      const { firstMs, totalMs } = await timed(way, body);
      ms.push(stream ? firstMs : totalMs);
    }
    turns.push(ms);
  }
  return ways.map((_, index) =>
    turns
      .slice(warmTurns)
      .map((ms) => (ms[index] ?? Number.NaN) - (index === 0 ? 0 : (ms[0] ?? Number.NaN))),
  );
}

/** Turns a second and processor time of a turn, each the median of its rounds; the first round only warms. */
async function underLoad(ways: readonly Way[], history: number): Promise<string[][]> {
  const found = ways.map(() => ({ rate: [] as number[], cpuMs: [] as number[] }));
  for (let round = 0; round <= loadRounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const before = await cpuTimeOfAll(way.pid);
      const began = performance.now();
      const load = { connections: inFlight, seconds: loadSeconds, newTurns: true, history };
      const rate = await throughput(way, load);
      const turns = (rate * (performance.now() - began)) / 1000;
      await pause(settleMs);
      if (round === 0) continue;
      found[index]?.rate.push(rate);
      found[index]?.cpuMs.push(((await cpuTimeOfAll(way.pid)) - before) / turns);
    }
  }
  return found.map(({ rate, cpuMs }) => [
    percentile(rate, 50).toFixed(0),
    percentile(cpuMs, 50).toFixed(2),
  ]);
}

/** How many names and telephone numbers of new turns reach the provider; names as speech recognition writes them, and as people do. */
async function leaked(way: Way, provider: string, history: number): Promise<string[]> {
  const seen = { lowerCase: 0, written: 0, phone: 0 };
  for (let turn = 0; turn < leakTurns; turn += 1) {
    const spoken = newValues();
    const isWritten = turn % 2 === 1;
    const name = isWritten ? capitalized(spoken.name) : spoken.name;
    const last = wordsWith({ ...spoken, name });
    await timed(way, chatBody(newCall(), newTurn(), false, { turns: history, last }));
    const body = await (await fetch(provider)).text();
    seen[isWritten ? 'written' : 'lowerCase'] += Number(body.includes(name));
    seen.phone += Number(body.includes(spoken.phone));
  }
  const half = leakTurns / 2;
  return [
    `${seen.lowerCase} of ${half}`,
    `${seen.written} of ${half}`,
    `${seen.phone} of ${leakTurns}`,
  ];
}

function capitalized(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
