import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../contract/report.ts';
import type { PeriodReport } from '../../contract/reports/period-report.ts';
import { Fault } from '../../domain/fault.ts';
import type { ReportPrinter } from '../../ports/report-printer.ts';

export interface ReportPrinterOptions {
  /** Program that reads a report's JSON and writes its PDF. */
  readonly worker?: URL;
  /** Heap of the process in MiB; 5,000 events take less than half of the default. */
  readonly heapMb?: number;
  /** Time limit for one report in milliseconds. */
  readonly timeoutMs?: number;
  /** Maximum queue length; further reports are refused. */
  readonly maxWaiting?: number;
}

const defaults = {
  worker: new URL('./report-worker.ts', import.meta.url),
  heapMb: 768,
  timeoutMs: 60_000,
  maxWaiting: 8,
};
/** The child cannot write files or start processes and threads. */
const readsOnly = [
  '--permission',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
];
/** Layout leaves much behind at once: a small young heap saves 70 MB of 290, and costs no time. */
const smallYoungHeap = ['--max-semi-space-size=4'];
/** Limits for the PDF, and for what an error keeps of the error output, in bytes. */
const maxPdfBytes = 64 * 1024 * 1024;
const maxComplaintBytes = 4 * 1024;
const pdfMark = Buffer.from('%PDF-');

/**
 * Prints each report in a child process, one after the other: layout needs hundreds of megabytes
 * and would block every call in this process. The child receives the report but none of this
 * process's variables, and cannot write files.
 */
export function reportPrinter(options: ReportPrinterOptions = {}): ReportPrinter {
  const chosen = { ...defaults, ...options };
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return {
    print: async (report) => {
      if (waiting > chosen.maxWaiting) throw failed('too many reports are being printed');
      waiting += 1;
      const printed = last.then(() => printInChild(report, chosen));
      last = printed.catch(() => undefined);
      try {
        return await printed;
      } finally {
        waiting -= 1;
      }
    },
  };
}

function printInChild(
  report: Report | PeriodReport,
  { worker, heapMb, timeoutMs }: Required<ReportPrinterOptions>,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const child = execFile(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, ...smallYoungHeap, ...readsOnly, fileURLToPath(worker)],
    {
      encoding: 'buffer',
      env: childEnvironment(),
      maxBuffer: maxPdfBytes,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    },
    (error, pdf, complaints) => {
      if (error === null && pdf.subarray(0, pdfMark.length).equals(pdfMark)) return resolve(pdf);
      const what = child.pid === undefined ? 'started' : 'rendered';
      const said = complaints.subarray(0, maxComplaintBytes).toString();
      const cause = new Error(`ended with ${error?.code ?? error?.signal ?? 0}: ${said}`);
      reject(failed(`the PDF could not be ${what}`, cause));
    },
  );
  // A child that exits early stops reading; the callback reports how it ended.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(report));
  return promise;
}

/** The variables of this process hold keys, so the child gets none; Windows needs its root. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return { NODE_ENV: 'production', ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}

function failed(message: string, cause?: unknown): Fault {
  return new Fault('report_generation_failed', message, { cause });
}
