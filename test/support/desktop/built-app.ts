import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleApp } from '../../../build/bundle/bundle-product.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { removeFolder } from '../remove-folder.ts';

const root = join(import.meta.dirname, '../../..');

/** Where `buildApp` leaves the app, as an Electron opens it. */
export const appFolder = join(root, 'dist', 'desktop');

/** Bundles the desktop app as it is packed, next to the checkout's server; `target` as in `bundleNode`. */
export async function buildApp(target = 'node24'): Promise<void> {
  await removeFolder(appFolder);
  await bundleApp(root, join(appFolder, 'main'), target);
  const { name, version } = packageJson;
  const meta = { name, version, type: 'module', main: 'main/index.js' };
  await writeFile(join(appFolder, 'package.json'), JSON.stringify(meta));
}
