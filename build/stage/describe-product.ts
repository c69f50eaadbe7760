import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeResources } from '../../main/appliance/integrity.ts';

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
