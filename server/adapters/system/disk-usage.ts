import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../../shared/durable-files.ts';

/** A file of a folder. */
export interface StoredFile {
  readonly name: string;
  /** Includes the write-ahead log and shared memory file of an open database. */
  readonly bytes: number;
}

const siblingSuffixes = ['', '-wal', '-shm'];

/** The files that exist, in the order of `names`. */
export async function storedFiles(
  folder: string,
  names: readonly string[],
): Promise<readonly StoredFile[]> {
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
  return names.flatMap((name, at) => {
    const bytes = sizes[at];
    return bytes === undefined ? [] : [{ name, bytes }];
  });
}

/** Free bytes on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const sizes = await Promise.all(siblingSuffixes.map((suffix) => bytesOf(`${path}${suffix}`)));
  const [own] = sizes;
  return own === undefined ? undefined : sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0);
}

/** SQLite may delete its extra files at any time. */
async function bytesOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(unlessAbsent))?.size;
}
