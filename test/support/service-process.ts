import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { launcher } from './built-service/launcher.ts';
import { processEnv } from './process-env.ts';

/** `svc serve` in a process of its own, as an operator runs it. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything it has written to stdout and stderr. */
  output(): string;
  /** What the first line that fits captures, once it has been written. */
  line(pattern: RegExp): Promise<string>;
  /** Sends a signal and resolves with the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Without a data folder of its own a service would write into the home of whoever runs the tests. */
export type ServiceEnv = Readonly<Record<string, string>> & { readonly SVC_DATA_DIR: string };

/** `under` is a command that runs the one which follows it. */
export async function spawnService(
  env: ServiceEnv,
  args: readonly string[] = [],
  under: readonly string[] = [],
): Promise<ServiceProcess> {
  const [command = '', ...rest] = [...under, process.execPath, await launcher(), 'serve', ...args];
  const child = spawn(command, rest, {
    env: {
      ...processEnv(),
      SVC_DEV: '1',
      SVC_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  const output = (): string => Buffer.concat(chunks).toString('utf8');
  const exited = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const line = lineReader(child, output);
  return {
    url: await line(/^listening on (\S+)$/),
    pid: child.pid ?? 0,
    output,
    line,
    end: async (signal) => {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** Waits for a line of the process that fits, and fails when the process ends without it. */
function lineReader(child: ChildProcess, output: () => string) {
  return (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = new RegExp(pattern.source, 'm').exec(output())?.[1];
        if (found !== undefined) resolve(found);
      };
      look();
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      child.once('exit', (code) => reject(new Error(`ended with code ${code}: ${output()}`)));
    });
}
