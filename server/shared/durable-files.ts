import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';

type Content = string | Uint8Array;

/** Writes a new file (mode 0600), durable on return. Rejects with EEXIST if the file exists. */
export async function writeNewFile(path: string, content: Content): Promise<void> {
  await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
}

/**
 * Replaces a file (mode 0600), durable on return: a crash leaves the former file or the whole new
 * one. Creates the folder if it is missing.
 */
export async function writeDurably(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(path, content);
  await syncFolder(dirname(path));
}

/**
 * Replaces a file (mode 0600) in a folder that exists. Does not sync the folder, because removable
 * disks may not support it: after a crash the name may still be the former file's.
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeNewFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(unlessAbsent);
    throw error;
  }
}

/** Replaces the text of a file and keeps its mode, durable on return: all of it or nothing. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  await writeNewFile(temporary, text);
  await chmod(temporary, mode);
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Removes a file, durable on return. Does nothing if there is none. */
export async function removeDurably(path: string): Promise<void> {
  await unlink(path).catch(unlessAbsent);
  await syncFolder(dirname(path));
}

/** Copies a file to `<path>.replaced-<time>`, durable on return. Does nothing if there is none. */
export async function setAside(path: string): Promise<void> {
  const content = await readFile(path).catch(unlessAbsent);
  if (content === undefined) return;
  const copy = `${path}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await writeDurably(copy, content);
}

/** Handler for `catch`: undefined for ENOENT, rethrows every other error. */
export function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The result of a file operation, or `missing` for a missing file; throws other errors. */
export function orIfMissing<T>(operation: () => T, missing: T): T {
  try {
    return operation();
  } catch (error) {
    return unlessAbsent(error as NodeJS.ErrnoException) ?? missing;
  }
}

/** The names in a folder; none if it does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(unlessAbsent)) ?? [];
}

/** Makes the content of a file durable. */
export function syncFile(path: string): Promise<void> {
  return syncOpened(path, constants.O_RDWR);
}

/** Makes the names in a folder durable. Windows has no such call: it journals names itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncOpened(path, constants.O_RDONLY);
}

async function syncOpened(path: string, flags: number): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
