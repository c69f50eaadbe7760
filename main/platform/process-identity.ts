import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { powershell } from './windows-program.ts';

/** Longest wait for the start time of a process, in milliseconds. */
const answerMs = 10_000;

/** Runs a system program and resolves with its output. */
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
 * The start time of a process as the system writes it. With the id it identifies one process,
 * because ids are reused. Undefined if there is no such process or its start time is unavailable.
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
/** Makes the output independent of the user's locale and time zone. */
const plain = { LC_ALL: 'C', TZ: 'UTC' };

/** Ticks since boot, with the id of that boot. Undefined for a zombie. */
async function linuxIdentity(pid: number): Promise<string | undefined> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The name in parentheses may itself contain spaces and parentheses; the state is the next field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  return `${boot.trim()} ${started}`;
}
