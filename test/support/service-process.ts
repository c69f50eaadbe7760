import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const launcher = join(import.meta.dirname, '../../server/svc.js');

/** `svc serve` in a process of its own, as an operator runs it. */
export interface ServiceProcess {
  readonly url: string;
  /** Everything it has written to stdout and stderr. */
  output(): string;
  /** Sends a signal and resolves with the exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export async function spawnService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [launcher, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
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
  return {
    url: await listening(child, output),
    output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** The URL of its one line `listening on <url>`. */
function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const url = /^listening on (\S+)$/m.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) =>
      reject(new Error(`the service ended with code ${code} before it listened: ${output()}`)),
    );
  });
}
