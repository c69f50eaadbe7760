import { once } from 'node:events';
import type { Problem } from '../domain/fault.ts';

/** Writes one line of results; resolves when the reader is ready for more. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** Writes one line for a person, beside the results. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** `FILE:LINE:COLUMN: PATH: MESSAGE (CODE)`, the form that editors can follow. */
export function problemLine(file: string, problem: Problem): string {
  const { path, message, code, line, column } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const text = path === '' ? message : `${path}: ${message}`;
  return `${place}: ${text}${code === undefined ? '' : ` (${code})`}`;
}
