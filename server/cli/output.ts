import { once } from 'node:events';
import type { Problem } from '../domain/fault.ts';

/** Writes one line of results; resolves when the reader is ready for more. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** Writes one line for a person, beside the results. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** `FILE:LINE:COLUMN: PATH: MESSAGE (CODE)`, the form that editors can follow. */
export function problemLine(file: string, problem: Problem): string {
  const { path, message, code, line, column } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const text = path === '' ? message : `${path}: ${message}`;
  return `${place}: ${text}${code === undefined ? '' : ` (${code})`}`;
}

/** Tells a person how far long work is, on one line beside the results; says nothing to a pipe. */
export interface Progress {
  (done: string | number): void;
  /** Clears the line. */
  end(): void;
}

/** Shown at most so often, in milliseconds. */
const progressMs = 200;

export function progress(what: string): Progress {
  let shown = 0;
  const write = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  };
  const report = (done: string | number) => {
    const now = Date.now();
    if (typeof done === 'number' && now - shown < progressMs) return;
    shown = now;
    write(`${what} ${done}`);
  };
  return Object.assign(report, { end: () => write('') });
}
