import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDoor } from '../door.ts';
import { processEnv } from '../process-env.ts';

const program = fileURLToPath(new URL('./build.ts', import.meta.url));

/** The service is built once for a run, for the first test that starts a process of it (`launcher.ts`). */
export async function setup(): Promise<() => void> {
  // Another project of the run has seen to it.
  if (process.env['BUILT_SERVICE_PORT'] !== undefined) return () => undefined;
  const door = await openDoor(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: processEnv(),
    });
    return stdout;
  });
  process.env['BUILT_SERVICE_PORT'] = String(door.port);
  return door.close;
}
