import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Of the source: what `npm run serve` and `npm run svc` run. */
export const sourceLauncher = join(import.meta.dirname, '../../../server/svc.js');

let built: Promise<string> | undefined;

/**
 * The `svc.js` that a test starts a process with: that of the bundle, as packages have it, because loading the source's
 * hundreds of modules takes as long as all else at a start. Outside of a test run it is the source's.
 */
export function launcher(): Promise<string> {
  const port = process.env['BUILT_SERVICE_PORT'];
  built ??= port === undefined ? Promise.resolve(sourceLauncher) : launcherBuiltAt(Number(port));
  return built;
}

async function launcherBuiltAt(port: number): Promise<string> {
  const answer = await text(connect(port, '127.0.0.1'));
  if (!answer.endsWith('svc.js')) throw new Error(`the service was not built: ${answer}`);
  return answer;
}
