import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, syncFile, syncFolder, unlessAbsent } from '../../shared/durable-files.ts';

const preparedName = 'incoming.partial';
const committedName = 'incoming';

/**
 * Replaces several files of a data folder atomically (decision 0012). The caller prepares the new files
 * in the returned folder; `commitStage` renames that folder and then moves each file to its place. A
 * crash before the rename changes nothing; after it, `settleStage` continues. The caller must hold the
 * folder's lock.
 */
export async function prepareStage(dataDir: string): Promise<string> {
  const folder = join(dataDir, preparedName);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Replaces the files of the data folder by the prepared files of the same names. */
export async function commitStage(dataDir: string): Promise<void> {
  const folder = join(dataDir, preparedName);
  for (const name of await readdir(folder)) await syncFile(join(folder, name));
  await syncFolder(folder);
  await rename(folder, join(dataDir, committedName));
  await syncFolder(dataDir);
  await settleStage(dataDir);
}

/** Completes or undoes an interrupted change. Call it before reading anything in the folder. */
export async function settleStage(dataDir: string): Promise<void> {
  const folder = join(dataDir, committedName);
  for (const name of await namesIn(folder)) {
    // SQLite would apply the log of the old database to the new one.
    for (const suffix of name.endsWith('.db') ? ['-wal', '-shm', '-journal'] : []) {
      await rm(join(dataDir, `${name}${suffix}`), { force: true });
    }
    await rename(join(folder, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rmdir(folder).catch(unlessAbsent);
  await rm(join(dataDir, preparedName), { recursive: true, force: true });
}

/** True when a change is committed but not all files have moved. */
export async function isUnsettled(dataDir: string): Promise<boolean> {
  return (await namesIn(join(dataDir, committedName))).length > 0;
}
