import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const ownerOnly = 0o600;

/** Writes a new file (mode 0600) that is on disk on return; rejects with EEXIST where there is one. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts a new text in the place of a file's, all of it or nothing; its mode stays. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  await writeNewFile(temporary, text);
  await chmod(temporary, mode);
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Makes what a file holds durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a name in the folder durable; Windows has no such call and journals names itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
