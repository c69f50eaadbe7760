import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { powershell } from './windows-program.ts';

/** Longest wait for what tells when a process began, in milliseconds. */
const answerMs = 10_000;

/** Runs a program of the system and resolves with what it printed. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
) => Promise<string>;

const runProgram: RunProgram = async (file, args, env = process.env) => {
  const options = { env, timeout: answerMs, windowsHide: true };
  return (await promisify(execFile)(file, args, options)).stdout;
};

/**
 * When a process began, in the system's own words: with its id it names one process for ever, as ids
 * are given out again. Undefined when there is no such process, and when nobody can tell.
 */
export async function processIdentity(
  pid: number,
  {
    platform = process.platform,
    run = runProgram,
  }: { platform?: NodeJS.Platform; run?: RunProgram } = {},
): Promise<string | undefined> {
  try {
    if (platform === 'linux') return await linuxIdentity(pid);
    const printed =
      platform === 'win32'
        ? await run(powershell(), ['-NoProfile', '-NonInteractive', '-Command', startTime(pid)])
        : await run('ps', ['-o', 'lstart=', '-p', String(pid)], { ...process.env, ...plain });
    return printed.trim() || undefined;
  } catch {
    return undefined;
  }
}

const startTime = (pid: number) => `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
/** So that the same time reads the same whoever asks. */
const plain = { LC_ALL: 'C', TZ: 'UTC' };

/** Ticks since the boot that is named beside them; a process that has ended but was not asked after is gone. */
async function linuxIdentity(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The name in brackets may hold spaces and brackets itself; the state is the field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  return `${boot.trim()} ${started}`;
}
