import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { appFolder, buildApp } from '../desktop/built-app.ts';
import { builtPortal } from '../portal/build-portal.ts';
import { removeFolder } from '../remove-folder.ts';
import { layOutElectron33 } from './unpack-electron.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** A real Electron and the app of this checkout, where the person at a desk can read them. */
export interface Installed {
  /** Electron's program. */
  readonly electron: string;
  /** What it opens. */
  readonly app: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    installed: Installed;
  }
}

/**
 * Once for all tests. Electron is the one that `ELECTRON_BIN` names, else the 33.2.1 that is for tests
 * alone. As root, the tests' user may not be able to read the checkout: then it is copied.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const electron = process.env['ELECTRON_BIN'] ?? join(await layOutElectron33(), 'electron');
  await builtPortal();
  // Electron 33 has the library of Node 20.
  await buildApp('node20');
  if (process.getuid?.() !== 0) {
    project.provide('installed', { electron, app: appFolder });
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-installed-'));
  await chmod(folder, 0o755);
  const copy = join(folder, 'electron');
  const checkout = join(folder, 'checkout');
  const options = { recursive: true, dereference: true };
  await cp(join(electron, '..'), copy, options);
  // Where the system grants users no namespaces of their own, Chromium's sandbox needs this.
  await chmod(join(copy, 'chrome-sandbox'), 0o4755);
  for (const path of await partsOfCheckout())
    await cp(join(root, path), join(checkout, path), options);
  const app = join(checkout, relative(root, appFolder));
  project.provide('installed', { electron: join(copy, 'electron'), app });
  return () => removeFolder(folder);
}

/** What the app and its server need of the checkout, by their paths. */
async function partsOfCheckout(): Promise<readonly string[]> {
  const { stdout } = await run('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: root });
  const packages = stdout.split('\n').filter((path) => path.startsWith(join(root, 'node_modules')));
  const own = ['package.json', 'server', 'configs', 'models', 'renderer/dist'];
  return [...own, relative(root, appFolder), ...packages.map((path) => relative(root, path))];
}
