import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processEnv } from './process-env.ts';

/** A PostgreSQL server of its own; it also stops when this process ends, in whatever way. */
export interface PostgresServer {
  /** Of the superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./postgres-program.ts', import.meta.url));

/** Starts a real server with an empty data folder, on a free port of this machine. */
export async function startPostgres(): Promise<PostgresServer> {
  const child = spawn(process.execPath, [program], {
    env: processEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    exited.then(([code]) => {
      throw new Error(`PostgreSQL did not start (${code})`);
    }),
  ]);
  return {
    url: line,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
