import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Makes the packages that the tests open. `PACKED=1` takes those of the last time, for work on the tests. */
export async function setup(): Promise<void> {
  if (process.env['PACKED'] === '1') return;
  // In a process of its own: what runs as a test would be built as one.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const program = join(import.meta.dirname, 'make-packages.ts');
  const child = spawn(process.execPath, [program], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the packages could not be made');
}
