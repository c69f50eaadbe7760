import type { EventDraft } from '../../server/domain/event.ts';
import { canonicalJson } from '../../server/journal/index.ts';
import type { Journal } from '../../server/ports/journal.ts';
import { redaction } from '../support/event-samples.ts';
import { type BenchRow, ratioOf } from './row.ts';

/** Callers that append at once, and the events of each of their appends. */
export const callers = 50;
export const draftsPerCall = 8;
const latencyCalls = 400;

/** The events of one turn. */
export function call(session: string, turn: number): EventDraft[] {
  const id = `sess_${session.padStart(26, '0')}` as const;
  return Array.from({ length: draftsPerCall }, () => redaction(turn, id));
}

/** Appends `count` events from all callers. */
export async function appendAll(journal: Pick<Journal, 'append'>, count: number) {
  let left = count;
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  const append = async (caller: number) => {
    for (let turn = 0; left > 0; turn += 1) {
      left -= draftsPerCall;
      await journal.append(call(`${caller}`, turn));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => append(caller)));
  return {
    perSecond: (count * 1_000) / (performance.now() - start),
    callerUs: (cpuUs(cpu) * draftsPerCall) / count,
  };
}

/** Median milliseconds of two things done in turn, so that both meet the same machine. */
export async function mediansInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < latencyCalls; at += 1) {
    times[0].push(await durationMs(one));
    times[1].push(await durationMs(other));
  }
  return [median(times[0]), median(times[1])];
}

async function durationMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The hashed text of the first `events` records. */
export async function bodiesOf(journal: Pick<Journal, 'read'>, events: number): Promise<string[]> {
  const bodies: string[] = [];
  while (bodies.length < events) {
    const records = await journal.read({ from: bodies.length, limit: 10_000 });
    bodies.push(...records.map(({ curr_hash: _, ...body }) => canonicalJson(body)));
  }
  return bodies;
}

/** How many of what `run` counts go into a second of this thread's processor time. */
export async function perCoreSecond(run: () => number | Promise<number>): Promise<number> {
  const start = process.threadCpuUsage();
  const count = await run();
  return (count * 1e6) / cpuUs(start);
}

function cpuUs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}

/** A figure with its baseline. */
export function figureRow(
  what: string,
  [figure, digits = 0]: readonly [figure: number, digits?: number],
  [against, baseline, baselineDigits = 0]: readonly [string, number, digits?: number],
): BenchRow {
  return {
    what,
    figure: figure.toFixed(digits),
    baseline: `${against} ${baseline.toFixed(baselineDigits)}`,
    ratio: ratioOf(figure, baseline),
  };
}
