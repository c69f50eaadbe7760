import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleNode } from '../../../build/bundle/bundle-node.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { removeFolder } from '../remove-folder.ts';

const root = join(import.meta.dirname, '../../..');

/** Where `buildApp` leaves the app, as an Electron opens it. */
export const appFolder = join(root, 'dist', 'desktop');

/** Bundles the desktop app as it is packed, beside the checkout's server; `target` as of `bundleNode`. */
export async function buildApp(target = 'node24'): Promise<void> {
  await removeFolder(appFolder);
  const outDir = join(appFolder, 'main');
  await mkdir(outDir, { recursive: true });
  const external = ['electron'];
  const common = { root, outDir, external, target };
  await bundleNode({ ...common, format: 'es', entries: { index: 'main/index.ts' } });
  await bundleNode({ ...common, format: 'cjs', entries: { preload: 'main/preload.ts' } });
  const { name, version } = packageJson;
  const meta = { name, version, type: 'module', main: 'main/index.js' };
  await writeFile(join(appFolder, 'package.json'), JSON.stringify(meta));
}
