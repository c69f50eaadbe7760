import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessAbsent } from '../../server/shared/durable-files.ts';
import type { ChildProcessHostOptions } from '../appliance/child-process-host.ts';
import { readManifest } from '../appliance/integrity.ts';

export interface ProductLocation {
  /** The folder of the app's code. */
  readonly here: string;
  /** The folder of a package's unpacked files; null in a checkout. */
  readonly resources: string | null;
  readonly platform: NodeJS.Platform;
}

/** Installed files that the app needs. */
export interface ProductFiles {
  readonly program: Pick<ChildProcessHostOptions, 'node' | 'entry' | 'integrity'>;
  /** File of the preload script. */
  readonly preload: string;
  /** Folder of the tray's icons. */
  readonly trayIcons: string;
  /** PEM of the public key for updates; null in a build without one. */
  readonly updateKey: string | null;
}

/**
 * Finds the installed files. In a package, the manifest in `app.asar` describes its unpacked files
 * (decision 0030 says who protects that archive). A checkout uses the Node that
 * npm installed, or the one on the path, and has no manifest. Rejects if a package has none.
 */
export async function productFiles(places: ProductLocation): Promise<ProductFiles> {
  const { here, resources, platform } = places;
  const nodeName = platform === 'win32' ? 'node.exe' : 'node';
  const keyFile = join(here, 'update-key.pem');
  const own = {
    preload: join(here, 'preload.cjs'),
    trayIcons: join(here, 'window', 'tray-icons'),
    updateKey: (await readFile(keyFile, 'utf8').catch(unlessAbsent)) ?? null,
  };
  if (resources === null) {
    const root = checkoutOf(here);
    const system = platform === 'win32' ? 'win' : platform;
    const installed = join(root, `node_modules/node-${system}-${process.arch}/bin/${nodeName}`);
    const node = existsSync(installed) ? installed : nodeName;
    return { program: { node, entry: join(root, 'server', 'svc.js') }, ...own };
  }
  const folder = join(resources, 'product');
  const manifest = await readManifest(here);
  const node = join(folder, 'bin', nodeName);
  const entry = join(folder, 'server', 'svc.js');
  return { program: { node, entry, integrity: { manifest, folder } }, ...own };
}

function checkoutOf(folder: string): string {
  if (existsSync(join(folder, 'server', 'svc.js'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('this is neither a package nor in a checkout');
  return checkoutOf(parent);
}
