import { once } from 'node:events';
import type { Problem, Result } from '../domain/fault.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** A remedy for an error of the system or of a database, and the exit code. */
interface Explanation {
  readonly line: string;
  readonly code: ExitCode;
}

const explanations: readonly (readonly [codes: RegExp, cause: string, code: ExitCode])[] = [
  [/^(EACCES|EPERM)$/, 'permission denied: run svc as the user of the service', exit.notPermitted],
  [/^(ENOTDIR|ELOOP)$/, 'a part of this path is not a folder', exit.badConfig],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'the disk is full: free some space', exit.cannotWrite],
  [/^(EROFS|SQLITE_READONLY(_\w+)?)$/, 'cannot be written', exit.cannotWrite],
  [/^SQLITE_CANTOPEN(_\w+)?$/, 'cannot open a database: run svc doctor', exit.noInput],
  [
    /^SVC_DATABASE_VERSION$/,
    'has the format of another version of svc: start the service to update it',
    exit.noInput,
  ],
  [/^SQLITE_(CORRUPT|IOERR)/, 'is damaged: restore a backup (svc restore)', exit.noInput],
  [/^SQLITE_NOTADB$/, 'these keys do not open a database: svc doctor names it', exit.noInput],
];

/** Ends a command: the lines go to standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly code: ExitCode;

  constructor(code: ExitCode, ...lines: readonly string[]) {
    super(lines.join('\n'));
    this.code = code;
  }
}

/** Ends a command with a line for each problem. */
export function failWithProblems(
  problems: readonly Problem[],
  file = 'svc',
  code: ExitCode = exit.badConfig,
): never {
  throw new CommandFailed(code, ...problems.map((problem) => problemLine(file, problem)));
}

/** The result; undefined after a failure, which is printed. For commands that go on. */
export async function orReport<T>(terminal: Terminal, work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (!(error instanceof CommandFailed)) throw error;
    printError(terminal, error.message);
    return undefined;
  });
}

/** The value; ends the command with the problems of a bad input. */
export function orFail<T>(result: Result<T>): T {
  return result.ok ? result.value : failWithProblems(result.problems);
}

/** For an error that no command expects: its trace and `exit.software`, unless it is of the system. */
export function explainError(error: unknown): Explanation {
  const trace = error instanceof Error ? error.stack : undefined;
  return explainSystemError(error) ?? { line: trace ?? 'unknown error', code: exit.software };
}

/** Undefined for another error. */
export function explainSystemError(error: unknown): Explanation | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const found = explanations.find(([codes]) => codes.test(String(error.code)));
  if (found === undefined) return undefined;
  const [, cause, code] = found;
  const path = 'path' in error ? `${String(error.path)}: ` : '';
  return { line: `svc: ${path}${cause}`, code };
}

export const exitCodesHelp = `
Exit codes:
  0   done
  1   the answer is no: the chain is broken, the policies differ (--exit-code), a check failed
  64  wrong usage
  65  the input is not valid; svc detect still handles the valid rows
  66  an input cannot be read
  69  the service does not answer
  70  internal error
  73  an output cannot be written
  75  the service is running: stop it first
  77  not permitted: no valid session, not an admin, or files of another user
  78  the environment or the configuration is not valid
`;

/** Writes one line of results; resolves when the reader is ready for more. */
export async function printLine({ out }: Pick<Terminal, 'out'>, line: string): Promise<void> {
  if (!out.write(`${line}\n`)) await once(out, 'drain');
}

/** Writes one line for a person to standard error. */
export function printError({ err }: Pick<Terminal, 'err'>, line: string): void {
  err.write(`${line}\n`);
}

/** `FILE:LINE:COLUMN: PATH: MESSAGE (CODE)`, the form that editors can follow. A problem may name its own file. */
export function problemLine(source: string, problem: Problem): string {
  const { path, message, code, file = source, line, column } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const text = path === '' ? message : `${path}: ${message}`;
  return `${place}: ${text}${code === undefined ? '' : ` (${code})`}`;
}

/** Shows the progress of long work on one line of the terminal; shows nothing in a pipe. */
export interface Progress {
  (done: string | number): void;
  /** Clears the line. */
  end(): void;
}

/** Shortest time between two updates, in milliseconds. */
const progressMs = 200;

export function progress({ err }: Terminal, what: string): Progress {
  let shown = 0;
  const write = (text: string) => {
    if (err.isTTY) err.write(`\r\u001b[K${text}`);
  };
  const report = (done: string | number) => {
    const now = Date.now();
    if (typeof done === 'number' && now - shown < progressMs) return;
    shown = now;
    write(`${what} ${done}`);
  };
  return Object.assign(report, { end: () => write('') });
}
