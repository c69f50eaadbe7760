import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WinPackager } from 'electron-builder';
import { listFiles } from '../../main/appliance/list-files.ts';
import type { Target } from '../bundle/target.ts';
import { isSigned, machineOfFile } from './machine-code.ts';

/**
 * Signs the unsigned Windows libraries in a folder with electron-builder's signing configuration;
 * without one it signs none. Libraries with Microsoft's signature keep it. Rejects if a build that
 * must be signed cannot sign one.
 */
export async function signLibraries(
  packager: Pick<WinPackager, 'signIf'>,
  folder: string,
): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (!/\.(dll|node)$/.test(path) || (await isSigned(join(folder, path)))) continue;
    await packager.signIf(join(folder, path));
  }
}

const run = promisify(execFile);

/**
 * Signs programs and libraries of a macOS product with the keychain identity that `CSC_NAME` names;
 * electron-builder then must not sign them again, because the manifest holds their hashes. Without
 * `CSC_NAME`, and on other systems, they keep their signatures.
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
