import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createLoopWatch, type LoopWatch } from '../support/watched-service.ts';
import { attacks, type Target } from './attacker.ts';
import { chatBody, newCall, newTurn, type Path, percentile, send } from './load.ts';
import { start } from './processes.ts';
import { type MaskedPath, programFile, startService } from './service.ts';
import type { Table } from './table.ts';

/** How long each attack goes on. */
const roundSeconds = 3;
/** Between an answer and the next question of the same asker: they are light, and a busy machine makes no queue of them. */
const restMs = 30;
/** Time for the service to notice that an attacker has gone. */
const calmMs = 500;
const lastCalmSeconds = 30;

/** What one who asks waited for, ms. */
interface Wait {
  readonly wallMs: number;
  /** CPU time of the service's main thread meanwhile, for all requests. Other programs on the machine do not change it. */
  readonly cpuMs: number;
}

/**
 * What a light call of another agent and `/health` wait for while each attack goes on, and what memory the service has. The first
 * row is without an attack, and so is the last, when the service has had time to give memory back. Linux only.
 */
export async function benchAttacks(dataDir: string, only: RegExp): Promise<readonly Table[]> {
  const folder = join(dataDir, 'attacks');
  await mkdir(folder);
  const watch = await createLoopWatch(join(folder, 'stretches'));
  const upstream = await start([programFile('upstream.ts')]);
  try {
    const service = await startService(join(folder, 'data'), upstream, { env: watch.env });
    try {
      await others(service, 2 * roundSeconds);
      const rows = [await row(service, watch, 'none')];
      for (const name of attacks.keys())
        if (only.test(name)) rows.push(await row(service, watch, name));
      await pause(lastCalmSeconds * 1000);
      rows.push(await row(service, watch, `none, ${lastCalmSeconds} s later`));
      return [{ title: 'Light calls and `/health` beside attacks', head, rows }];
    } finally {
      await service.stop();
    }
  } finally {
    await upstream.stop();
  }
}

const head = [
  'attack',
  'answers',
  'light calls: p50, p99 ms',
  'CPU ms',
  '`/health`: p99 ms',
  'CPU ms',
  'longest stretch, CPU ms',
  'MB at most',
  'MB after',
];

async function row(service: MaskedPath, watch: LoopWatch, name: string): Promise<string[]> {
  const target = attacks.has(name) ? await newTarget(service, name) : undefined;
  const answers = new Map<string, number>();
  let mostMb = 0;
  const sampler = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(service.pid));
  }, 100);
  let waits: Waits = { calls: [], health: [], failed: 0 };
  const [longest = 0] = await watch.longestStretches(service.url, async () => {
    const thread =
      target &&
      new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { name, target } });
    thread?.on('message', (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1));
    waits = await others(service, roundSeconds);
    await thread?.terminate();
  });
  clearInterval(sampler);
  await pause(calmMs);
  const { calls, health, failed } = waits;
  const heard = [...answers].map(([answer, times]) => `${answer} (${times})`).join(', ');
  return [
    failed === 0 ? name : `${name}: ${failed} light calls failed`,
    heard || '–',
    `${shown(calls, 'wallMs', 50)}, ${shown(calls, 'wallMs', 99)}`,
    `${shown(calls, 'cpuMs', 50)}, ${shown(calls, 'cpuMs', 99)}`,
    shown(health, 'wallMs', 99),
    shown(health, 'cpuMs', 99),
    longest.toFixed(0),
    mostMb.toFixed(0),
    residentMb(service.pid).toFixed(0),
  ];
}

const shown = (waits: readonly Wait[], which: keyof Wait, percent: number): string =>
  percentile(
    waits.map((wait) => wait[which]),
    percent,
  ).toFixed(0);

/** An agent of its own, so that no budget is used up by the attack before. */
async function newTarget({ url, cookie }: MaskedPath, name: string): Promise<Target> {
  const asked = async <T>(path: string, body?: object): Promise<T> => {
    const headers =
      body === undefined ? { cookie } : { cookie, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${url}/api/v1/agents${path}`, init)).json()) as T;
  };
  const upstream = attacks.get(name)?.upstream;
  const { agent } = await asked<{ agent: { id: string } }>('', {
    name: name.slice(0, 64),
    upstream,
  });
  const { token } = await asked<{ token: { secret: string } }>(`/${agent.id}/tokens`);
  return { url, agentId: agent.id, token: token.secret };
}

interface Waits {
  readonly calls: readonly Wait[];
  readonly health: readonly Wait[];
  readonly failed: number;
}

/** One light caller, who says something new in a new call each time, and one who asks for `/health`. */
async function others(service: MaskedPath, seconds: number): Promise<Waits> {
  const path: Path = { name: 'service', url: service.agentUrl };
  let failed = 0;
  const call = async (): Promise<void> => {
    try {
      const reply = await send(path, chatBody(newCall(), newTurn(), true, { turns: 2 }));
      await reply.dump();
    } catch {
      failed += 1;
    }
  };
  const health = async (): Promise<void> => {
    await (await fetch(`${service.url}/health`)).arrayBuffer();
  };
  const until = performance.now() + seconds * 1000;
  const [calls, healthWaits] = await Promise.all([
    waitsOf(service.pid, call, until),
    waitsOf(service.pid, health, until),
  ]);
  return { calls, health: healthWaits, failed };
}

/** Asks again and again, and waits for each answer. */
async function waitsOf(
  pid: number,
  ask: () => Promise<void>,
  until: number,
): Promise<readonly Wait[]> {
  const waits: Wait[] = [];
  while (performance.now() < until) {
    const [began, cpuMs] = [performance.now(), mainThreadMs(pid)];
    await ask();
    waits.push({ wallMs: performance.now() - began, cpuMs: mainThreadMs(pid) - cpuMs });
    await pause(restMs);
  }
  return waits;
}

/** CPU time of the process's main thread so far. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
