import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AfterPackContext, Arch, WinPackager } from 'electron-builder';
import { describeResources, readManifest, verifyResources } from '../main/appliance/integrity.ts';
import { stageFolder, targetNamed } from './bundle/target.ts';
import { signLibraries } from './stage/sign-machine-code.ts';
import { writeJson } from './stage/stage.ts';

/**
 * Writes the manifest of a stage folder's `resources/product/` into `resources/` and into
 * `app/main/`, which becomes part of `app.asar`. After this no file of the product may change.
 */
export async function writeIntegrityManifest(folder: string): Promise<void> {
  const manifest = await describeResources(join(folder, 'resources', 'product'));
  for (const place of ['resources', 'app/main'])
    await writeJson(join(folder, place, 'integrity.json'), manifest);
}

/**
 * Sets the permissions of an installed program on everything in a folder, whatever the umask of the
 * packing machine: everyone may read and run, only the owner may write.
 */
export async function setInstalledPermissions(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || ((await lstat(path)).mode & 0o100) !== 0;
    await chmod(path, runs ? 0o755 : 0o644);
  }
}

/** Tells electron-builder not to install packages: they are already bundled. */
export const beforeBuild = (): boolean => false;

/**
 * electron-builder calls this before it copies the stage folder: signs machine code, then writes
 * the manifest.
 */
export async function beforePack({ packager, arch }: AfterPackContext): Promise<void> {
  const name = `${packager.platform.buildConfigurationKey}-${Arch[arch]}`;
  const target = targetNamed(name);
  if (target === undefined) throw new Error(`packages are not made for ${name}`);
  const folder = stageFolder(packager.projectDir, target);
  if (packager instanceof WinPackager)
    await signLibraries(packager, join(folder, 'resources', 'product'));
  await writeIntegrityManifest(folder);
}

/**
 * electron-builder calls this when a package's folder is complete, before it signs the programs.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { packager, appOutDir } = context;
  // Electron's own libraries; the product's are already signed.
  if (packager instanceof WinPackager) await signLibraries(packager, appOutDir);
  await setInstalledPermissions(appOutDir);
  await verifyPackage(context);
}

/** electron-builder calls this after it has signed: files of the manifest must not have changed. */
export const afterSign = verifyPackage;

/**
 * Checks the package against the manifest, because electron-builder only logs a missing source, and
 * a signature changes a file.
 */
async function verifyPackage({ packager, appOutDir }: AfterPackContext): Promise<void> {
  const resources = packager.getResourcesDir(appOutDir);
  const problems = await verifyResources(await readManifest(resources), join(resources, 'product'));
  if (problems.length === 0) return;
  const list = problems.map(({ path, message }) => `${path} ${message}`).join('\n');
  throw new Error(`the package is not what was laid out:\n${list}`);
}
