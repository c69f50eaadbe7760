import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../domain/fault.ts';
import type { SessionReport } from '../../domain/report.ts';
import type { ReportPrinter } from '../../ports/report-printer.ts';

export interface ReportPrinterOptions {
  /** Program that reads a report's JSON and writes its PDF. */
  readonly worker?: URL;
  /** Heap of the process in MiB; 5,000 events take less than half of the default. */
  readonly heapMb?: number;
  /** Longest time for one report in milliseconds. */
  readonly timeoutMs?: number;
  /** Reports waiting for their turn; one more is refused. */
  readonly maxWaiting?: number;
}

const defaults = {
  worker: new URL('./report-worker.ts', import.meta.url),
  heapMb: 768,
  timeoutMs: 60_000,
  maxWaiting: 8,
};
/** Largest PDF taken, in bytes. */
const maxPdfBytes = 64 * 1024 * 1024;

/**
 * Prints each report in a process of its own, one after the other: layout takes hundreds of
 * megabytes and would hold up every call in this one. The child gets the report and no key, no
 * environment and no file of this installation.
 */
export function reportPrinter(options: ReportPrinterOptions = {}): ReportPrinter {
  const chosen = { ...defaults, ...options };
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return {
    print: async (report) => {
      if (waiting > chosen.maxWaiting) throw failed('too many reports are being printed');
      waiting += 1;
      const printed = last.then(() => printAside(report, chosen));
      last = printed.catch(() => undefined);
      try {
        return await printed;
      } finally {
        waiting -= 1;
      }
    },
  };
}

function printAside(
  report: SessionReport,
  { worker, heapMb, timeoutMs }: Required<ReportPrinterOptions>,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(worker),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnvironment(),
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
  );
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxPdfBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.on('error', (cause) => reject(failed('the PDF could not be started', cause)));
  child.on('close', (code) => {
    const pdf = Buffer.concat(chunks);
    if (code === 0 && pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) resolve(pdf);
    else reject(failed('the PDF could not be rendered'));
  });
  // A child that is gone does not read; how it ended is told by `close`.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(report));
  return promise;
}

/** No variable of this process, for they hold keys; Windows starts nothing without its root. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return { NODE_ENV: 'production', ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}

function failed(message: string, cause?: unknown): Fault {
  return new Fault('report_generation_failed', message, { cause });
}
