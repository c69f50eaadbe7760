import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { killWithParent } from './kill-with-parent.ts';

/** Longest line in characters; the rest of a longer one is dropped. */
const longestLine = 16_384;

/**
 * Splits a tool's output into lines, however the chunks arrive; `end` emits a last line without an
 * end.
 */
export function createLineSplitter(onLine: (line: string) => void): {
  write(piece: string): void;
  end(): void;
} {
  let rest = '';
  return {
    write: (piece) => {
      const lines = (rest + piece).split(/\r?\n/);
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) onLine(line);
    },
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}

/** A started tool. */
export interface ToolProcess {
  readonly pid: number;
  /** How it ended, such as `exit 1` or `SIGKILL`. */
  readonly ended: Promise<string>;
  /** Sends SIGTERM, and SIGKILL after `graceMs`. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

export interface ToolCommand {
  readonly path: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Longest wait for the last lines of an ended tool, in milliseconds: other processes may hold its
 * pipes.
 */
const lastLinesMs = 500;
/**
 * A process group of its own, so that children of a script end with it. Windows has jobs instead.
 */
const ownGroup = process.platform !== 'win32';

/**
 * Starts a tool without shell, terminal, window or input. It does not outlive this process. Rejects
 * if the system cannot start it.
 */
export async function startTool(
  { path, args, variables }: ToolCommand,
  onLine: (line: string) => void,
): Promise<ToolProcess> {
  const child = spawn(path, [...args], {
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    detached: ownGroup,
  });
  const read = Promise.all(
    [child.stdout, child.stderr].map((stream) => readLines(stream, onLine)),
  ).then(() => undefined);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const stopWatching = killWithParent(pid);
  const ended = exitOf(child).then(async (how) => {
    stopWatching();
    await within(lastLinesMs, read);
    return how;
  });
  return {
    pid,
    ended,
    stop: async (graceMs) => {
      signal(pid, 'SIGTERM');
      await within(graceMs, ended);
      signal(pid, 'SIGKILL');
      await ended;
    },
  };
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): Promise<void> {
  const lines = createLineSplitter(onLine);
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => lines.write(piece));
  return new Promise((resolve) => {
    stream.once('close', () => {
      lines.end();
      resolve();
    });
  });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, name) => resolve(code === null ? String(name) : `exit ${code}`));
  });
}

async function within(ms: number, awaited: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const timer = pause(ms, undefined, { signal: enough.signal }).catch(() => {});
  await Promise.race([awaited, timer]);
  enough.abort();
}

/** Does nothing if no process is left. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(ownGroup ? -pid : pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
