import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');

/**
 * Clones this repository at a commit into a folder that does not exist yet, and installs what the service needs there.
 * Resolves with its `svc.js`. Rejects for an unknown commit, and when a package is neither in npm's cache nor on the network.
 */
export async function checkOut(revision: string, folder: string): Promise<string> {
  const named = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
  const commit = await run('git', named, { cwd: repository }).then(
    ({ stdout }) => stdout.trim(),
    () => Promise.reject(new Error(`no such commit: ${revision}`)),
  );
  await run('git', ['clone', '--quiet', '--no-checkout', repository, folder]);
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['ci', '--omit=dev', ...quietly], { cwd: folder });
  return join(folder, 'server/svc.js');
}
