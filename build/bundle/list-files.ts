import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Paths of all files below a folder, with forward slashes, in order. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
