import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstCallMs, leaveCalls } from '../support/many-calls.ts';
import { type BenchRow, ratioOf } from './row.ts';
import { type MaskedPath, startService } from './service.ts';

const sizes = { few: 100, many: 10_000 };
const verifier = join(import.meta.dirname, '../support/verify_export.py');

/** Where nobody listens: no call is made. */
const noProvider = { url: 'http://127.0.0.1:9' };

/**
 * The report of a period as PDF, of a running service: its time, processor time of the service and of the
 * process that prints, and the memory of both. The baseline is a period of few calls, over the same journal.
 */
export async function benchPeriodReport(folder: string): Promise<readonly BenchRow[]> {
  const dataDir = join(folder, 'period');
  await leaveCalls(dataDir, sizes.many);
  const service = await startService(dataDir, noProvider);
  try {
    await allCallsListed(service);
    const few = await printed(service, sizes.few);
    const many = await printed(service, sizes.many);
    await checkVerified(service, folder);
    const what = `report: a period of ${sizes.many.toLocaleString('en')} calls as PDF`;
    const of = (unit: string, figure: number, baseline: number): BenchRow => ({
      what: `${what}, ${unit}`,
      figure: figure.toFixed(1),
      baseline: `${sizes.few} calls ${baseline.toFixed(1)}`,
      ratio: ratioOf(figure, baseline),
    });
    return [
      of('s', many.seconds, few.seconds),
      of('CPU s', many.cpuSeconds, few.cpuSeconds),
      of('MB of the printing process', many.childMb, few.childMb),
      of('MB that the service grew by', many.grownMb, few.grownMb),
      of('MB of both at once', many.bothMb, few.bothMb),
    ];
  } finally {
    await service.stop();
  }
}

async function allCallsListed(service: MaskedPath): Promise<void> {
  for (;;) {
    const listed = await get(service, '/api/v1/sessions?since=2026-10-01T00:00:00Z&limit=1');
    const { total } = JSON.parse(Buffer.from(listed).toString()) as { total?: number };
    if (total === sizes.many) return;
    await pause(200);
  }
}

const pathOf = (calls: number, format: 'json' | 'pdf') => {
  const until = new Date(firstCallMs + calls * 240_000).toISOString();
  const from = new Date(firstCallMs).toISOString();
  return `/api/v1/reports?from=${from}&until=${until}&format=${format}`;
};

async function printed(service: MaskedPath, calls: number) {
  const before = memoryMb(service.pid, 'VmRSS');
  const peak = { grownMb: 0, childMb: 0, bothMb: 0 };
  const look = setInterval(() => {
    const grown = memoryMb(service.pid, 'VmRSS') - before;
    const children = childrenOf(service.pid);
    const resident = children.reduce((sum, child) => sum + memoryMb(child, 'VmRSS'), 0);
    peak.grownMb = Math.max(peak.grownMb, grown);
    peak.childMb = Math.max(peak.childMb, ...children.map((child) => memoryMb(child, 'VmHWM')));
    peak.bothMb = Math.max(peak.bothMb, grown + resident);
  }, 10);
  const [start, startMs] = [cpuSeconds(service.pid), performance.now()];
  await get(service, pathOf(calls, 'pdf'));
  const seconds = (performance.now() - startMs) / 1000;
  clearInterval(look);
  return { ...peak, seconds, cpuSeconds: cpuSeconds(service.pid) - start };
}

/** The second verifier, written from the documented format alone, must accept the report. */
async function checkVerified(service: MaskedPath, folder: string): Promise<void> {
  const file = join(folder, 'period.json');
  await writeFile(file, await get(service, pathOf(sizes.many, 'json')));
  const { stdout } = spawnSync('python3', [verifier, file]);
  const { ok } = JSON.parse(stdout.toString()) as { ok: boolean };
  if (!ok) throw new Error(`the report does not verify: ${stdout.toString()}`);
}

async function get(service: MaskedPath, path: string): Promise<Uint8Array> {
  const answer = await fetch(service.url + path, { headers: { cookie: service.cookie } });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** 0 for a process that has ended. */
function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readProc(`${pid}/status`);
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Of a process and of its children that ended; Linux counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function childrenOf(pid: number): readonly number[] {
  return readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    // A process can end between two looks.
    return '';
  }
}
