import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { templates } from './templates.ts';

const folder = resolve(import.meta.dirname, '../policies');
for (const [name, text] of Object.entries(templates())) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
