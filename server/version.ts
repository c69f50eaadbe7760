import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from './root.ts';

/** Of this product, as `package.json` says it. Read and not imported, so that a bundle does not carry that file. */
export const productVersion = String(
  Reflect.get(JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')), 'version'),
);
