import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a folder. */
export interface StoredFile {
  readonly name: string;
  /** What SQLite keeps beside a database while it is open counts with it. */
  readonly bytes: number;
}

const siblingSuffixes = ['', '-wal', '-shm'];

/** Those of these files that are there, in this order. */
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

/** Bytes that may still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const [own, ...beside] = await Promise.all(
    siblingSuffixes.map((suffix) => bytesOf(`${path}${suffix}`)),
  );
  return own === undefined
    ? undefined
    : beside.reduce<number>((sum, bytes) => sum + (bytes ?? 0), own);
}

async function bytesOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    // Between two commits SQLite may take away what it keeps beside a database.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
