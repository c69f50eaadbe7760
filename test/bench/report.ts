import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../server/contract/report.ts';
import { reportText, verifyReport } from '../../server/journal/index.ts';
import { longCall, reportOf } from '../support/report-kit.ts';
import { type BenchRow, ratioOf } from './row.ts';

const sizes = [500, 5_000] as const;
const rounds = 5;
const repeats = 30;
const worker = new URL('../../server/adapters/pdf/report-worker.ts', import.meta.url);

/**
 * Processor time of a report as JSON and as PDF, and the memory of the process that prints (design
 * §5). The baseline of the JSON is writing its text alone; that of the PDF is a Node process that prints
 * nothing. All of it only computes: another program on the machine makes no difference.
 */
export async function benchReport(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const events of sizes) {
    const records = longCall(events);
    const report = reportOf(records);
    const made = meanOf(() => reportOf(records));
    const written = meanOf(() => reportText(report));
    const verified = meanOf(() => verifyReport(report));
    rows.push(
      row(`report: ${events} events as JSON, CPU ms`, made, ['its canonical text', written]),
      row(`report: ${events} events verified offline, CPU ms`, verified, [
        'canonical text',
        written,
      ]),
    );
    const [pdf, empty] = [await printed(report), await started()];
    rows.push(
      row(`report: ${events} events as PDF, CPU ms`, pdf.ms, ['an empty Node process', empty.ms]),
      row(`report: ${events} events as PDF, MB of its process`, pdf.rssMb, [
        'an empty Node process',
        empty.rssMb,
      ]),
    );
  }
  return rows;
}

function row(
  what: string,
  figure: number,
  [against, baseline]: readonly [string, number],
): BenchRow {
  const digits = baseline < 10 ? 1 : 0;
  return {
    what,
    figure: figure.toFixed(digits),
    baseline: `${against} ${baseline.toFixed(digits)}`,
    ratio: ratioOf(figure, baseline),
  };
}

/** Mean milliseconds of this thread's processor time, warm. */
function meanOf(run: () => unknown): number {
  for (let at = 0; at < repeats; at += 1) run();
  const start = process.threadCpuUsage();
  for (let at = 0; at < repeats; at += 1) run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000 / repeats;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface Run {
  readonly ms: number;
  readonly rssMb: number;
}

/** The printing process as the service runs it; at its end it prints what memory it took. */
const printed = (report: Report): Promise<Run> =>
  medianRun(`await import(${JSON.stringify(worker.href)});`, JSON.stringify(report));
const started = (): Promise<Run> => medianRun('process.stdin.resume();', '');

async function medianRun(program: string, input: string): Promise<Run> {
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await runOnce(program, input));
  return { ms: median(runs.map(({ ms }) => ms)), rssMb: median(runs.map(({ rssMb }) => rssMb)) };
}

// `maxRSS` of a child process begins with the memory of its parent; `VmHWM` is its own.
const tell = `
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const maxRSS = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
    process.stderr.write(JSON.stringify({ userCPUTime, systemCPUTime, maxRSS }));
  });`;
/** As the service starts it. */
const nodeFlags = ['--max-semi-space-size=4', '--input-type=module'];

async function runOnce(program: string, input: string): Promise<Run> {
  const child = spawn(process.execPath, [...nodeFlags, '-e', tell + program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(input);
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`the report was not printed: ${told}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(told) as NodeJS.ResourceUsage;
  return { ms: (userCPUTime + systemCPUTime) / 1_000, rssMb: maxRSS / 1024 };
}
