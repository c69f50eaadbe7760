import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Target } from '../target.ts';
import { listFiles } from './files-below.ts';
import { machineOfFile } from './machine-of-file.ts';

const run = promisify(execFile);

/**
 * Signs programs and libraries of a macOS product with the identity of the keychain that `CSC_NAME`
 * names; electron-builder then leaves them alone, for the manifest holds their hashes. Without it
 * they keep the signatures they came with. Those of other systems need none.
 */
export async function signMachineCode(
  root: string,
  target: Target,
  product: string,
): Promise<void> {
  const { CSC_NAME: identity, CSC_LINK: certificate } = process.env;
  if (target.os !== 'mac') return;
  if (identity === undefined) {
    if (certificate === undefined) return;
    throw new Error('import the certificate of CSC_LINK into a keychain, and name it in CSC_NAME');
  }
  const entitlements = join(root, 'build/mac/entitlements.node.plist');
  const options = ['--force', '--timestamp', '--options', 'runtime', '--sign', identity];
  for (const path of await listFiles(product)) {
    const file = join(product, path);
    if ((await machineOfFile(file)) === undefined) continue;
    const rights = path === 'bin/node' ? ['--entitlements', entitlements] : [];
    await run('codesign', [...options, ...rights, file]);
  }
}
