import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { resourceManifest, verifyResources } from '../main/appliance/integrity.ts';
import { givePlainRights } from './plain-rights.ts';

/** Asked by electron-builder whether it should see to packages: they are bundled already. */
export const beforeBuild = (): boolean => false;

/** Called by electron-builder when a package's folder is complete. */
export async function afterPack(context: AfterPackContext): Promise<void> {
  await givePlainRights(context.appOutDir);
  await mustBeIntact(context);
}

/** Called by electron-builder once it has signed: what it signed must not be what the manifest names. */
export const afterSign = mustBeIntact;

/** A source that is missing is only logged by electron-builder, and a signature changes a file. */
async function mustBeIntact({ packager, appOutDir }: AfterPackContext): Promise<void> {
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
