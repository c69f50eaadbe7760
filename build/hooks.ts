import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AfterPackContext, Arch, WinPackager } from 'electron-builder';
import {
  describeResources,
  resourceManifest,
  verifyResources,
} from '../main/appliance/integrity.ts';
import { stageFolder, targetNamed } from './bundle/target.ts';
import { signLibraries } from './stage/sign-machine-code.ts';

/**
 * Writes the manifest of `resources/product/` of a stage folder beside it and into `app/main/`, what
 * goes into `app.asar`: from then on no file of the product may change.
 */
export async function writeIntegrityManifest(folder: string): Promise<void> {
  const manifest = await describeResources(join(folder, 'resources', 'product'));
  for (const place of ['resources', 'app/main']) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(
      join(folder, place, 'integrity.json'),
      `${JSON.stringify(manifest, null, 2)}\n`,
    );
  }
}

/**
 * Gives everything below a folder the rights of an installed program, whatever those of the machine
 * that packs it are: all may read it and run what runs, and its owner alone may write.
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

/** Asked by electron-builder whether it should see to packages: they are bundled already. */
export const beforeBuild = (): boolean => false;

/** Called by electron-builder before it copies what was laid out: machine code is signed now, then described. */
export async function beforePack({ packager, arch }: AfterPackContext): Promise<void> {
  const name = `${packager.platform.buildConfigurationKey}-${Arch[arch]}`;
  const target = targetNamed(name);
  if (target === undefined) throw new Error(`packages are not made for ${name}`);
  const folder = stageFolder(packager.projectDir, target);
  if (packager instanceof WinPackager)
    await signLibraries(packager, join(folder, 'resources', 'product'));
  await writeIntegrityManifest(folder);
}

/** Called by electron-builder when a package's folder is complete; it signs the programs after this. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { packager, appOutDir } = context;
  // Electron's own libraries; those of the product are signed already.
  if (packager instanceof WinPackager) await signLibraries(packager, appOutDir);
  await setInstalledPermissions(appOutDir);
  await verifyPackage(context);
}

/** Called by electron-builder once it has signed: what it signed must not be what the manifest names. */
export const afterSign = verifyPackage;

/** A source that is missing is only logged by electron-builder, and a signature changes a file. */
async function verifyPackage({ packager, appOutDir }: AfterPackContext): Promise<void> {
  const resources = packager.getResourcesDir(appOutDir);
  const manifest = await readFile(join(resources, 'integrity.json'), 'utf8');
  const problems = await verifyResources(
    resourceManifest.parse(JSON.parse(manifest)),
    join(resources, 'product'),
  );
  if (problems.length === 0) return;
  const list = problems.map(({ path, message }) => `${path} ${message}`).join('\n');
  throw new Error(`the package is not what was laid out:\n${list}`);
}
