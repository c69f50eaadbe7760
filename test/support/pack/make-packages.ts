import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bundleProduct } from '../../../build/bundle/bundle-product.ts';
import { nameOf, platformOf, type Target, targets } from '../../../build/bundle/target.ts';
import { packTarget } from '../../../build/pack-target.ts';
import { signPackages, updateKeyOf } from '../../../build/sign-packages.ts';
import { type BundledNode, bundledNode } from '../../../build/stage/bundled-node.ts';
import { stage } from '../../../build/stage/stage.ts';
import { removeFolder } from '../remove-folder.ts';
import { signWithTestCertificate } from './certificate.ts';
import { electronStandIn } from './electron-stand-in.ts';
import { standInCode } from './stand-in-code.ts';
import { canRunWindows } from './windows.ts';

// Packs for all systems without network, as `npm run pack` does, except that Electron, and Node for
// other machines than this one, are stand-ins. Leaves the packages in release/.
const root = join(import.meta.dirname, '../../..');
const parts = join(root, 'dist/stand-ins');
// What is started by name must be this Node.
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
process.env['CUSTOM_FPM_PATH'] = join(import.meta.dirname, 'fpm.ts');
for (const folder of ['dist', 'release']) await removeFolder(join(root, folder));

const signingKey = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const updateKey = updateKeyOf(signingKey);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
// What others may do with the files must not depend on the machine that packs them.
process.umask(0o002);
const bundle = await bundleProduct(root, join(root, 'dist/bundle'));
for (const target of targets) {
  await stage({
    root,
    target,
    bundle,
    node: await nodeFor(target),
    updateKey,
    sign: async () => {},
  });
  const electronDist = join(parts, `electron-${nameOf(target)}`);
  await electronStandIn(electronDist, target);
  const own = target.os === 'linux' && target.arch === process.arch;
  const signed = target.os === 'win' && signWithTestCertificate(parts);
  const made = await packTarget({
    root,
    target,
    onlyFolder: !own,
    config: { electronDist, ...(signed ? { forceCodeSigning: true } : {}) },
  });
  await signPackages(made, version, signingKey);
}

async function nodeFor(target: Target): Promise<BundledNode> {
  const version = process.versions.node;
  const own = platformOf(target) === process.platform && target.arch === process.arch;
  if (own) return { version, path: process.execPath, licence: null };
  // Wine runs the real one.
  if (target.os === 'win' && canRunWindows)
    return bundledNode(target, { root, cache: join(root, 'node_modules/.cache/node') });
  const path = join(parts, `node-${nameOf(target)}`);
  await mkdir(parts, { recursive: true });
  await writeFile(path, standInCode(target));
  await chmod(path, 0o755);
  return { version, path, licence: null };
}
