import { type ChildProcess, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();
const untilKilledMs = 5_000;

/** Runs another maker's program beside this one, until this one is told to stop or one of its programs ends. */
export function runPeer(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  running.add(child);
  const ended = (): void => {
    running.delete(child);
    endAll();
  };
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    ended();
  });
  child.once('exit', ended);
}

function endAll(): void {
  if (running.size === 0) process.exit();
  for (const child of running) child.kill();
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL');
  }, untilKilledMs).unref();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, endAll);
