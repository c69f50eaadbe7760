import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

type Content = string | Uint8Array;

/**
 * Puts a text in a file's place for its owner alone (mode 0600), durable on return: a crash leaves
 * the former file or the whole new one. Makes the folder where there is none.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(path, content);
  await syncFolder(dirname(path));
}

/**
 * The same in a folder that is there and may be of any kind, such as that of a stick, where nobody can
 * say when the name of the file is safe.
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeNew(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(unlessAbsent);
    throw error;
  }
}

/** Removes a file, durable on return; one that is not there is as good as removed. */
export async function removeDurably(path: string): Promise<void> {
  await unlink(path).catch(unlessAbsent);
  await syncFolder(dirname(path));
}

/**
 * Copies a file that is about to be replaced, under a name that says so, durable on return; nothing
 * where there is none.
 */
export async function setAside(path: string): Promise<void> {
  const content = await readFile(path).catch(unlessAbsent);
  if (content === undefined) return;
  const copy = `${path}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await writeDurably(copy, content);
}

/** For what may well not be there: undefined then. */
export function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function writeNew(path: string, content: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows has no such call and journals names itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
