import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Folder that holds `server/`, `configs/`, `models/` and `package.json`: a checkout, or the resources
 * of an installed app. Only this module may know where it lies, for a bundle moves all others.
 */
export const productRoot = resolve(import.meta.dirname, '..');

/** Of this product, as `package.json` says it. Read and not imported, so that a bundle does not carry that file. */
export const productVersion = String(
  Reflect.get(JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')), 'version'),
);
