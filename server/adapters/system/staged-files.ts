import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFile, syncFolder, unlessAbsent } from '../../shared/durable-files.ts';

const preparedName = 'incoming.partial';
const committedName = 'incoming';

/**
 * Several files of a data folder replaced as one (decision 0012). What is to come is prepared in a
 * folder of its own; renaming that folder is the moment of change; then each file is moved to its
 * place. Before the rename a crash leaves everything as it was; after it, `settleStage` goes on.
 * All of it under the folder's lock.
 */
export async function prepareStage(dataDir: string): Promise<string> {
  const folder = join(dataDir, preparedName);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Puts the prepared files in the places of those with their names. */
export async function commitStage(dataDir: string): Promise<void> {
  const folder = join(dataDir, preparedName);
  for (const name of await readdir(folder)) await syncFile(join(folder, name));
  await syncFolder(folder);
  await rename(folder, join(dataDir, committedName));
  await syncFolder(dataDir);
  await settleStage(dataDir);
}

/** Ends a change that was cut short, either way; to be called before anything in the folder is read. */
export async function settleStage(dataDir: string): Promise<void> {
  const folder = join(dataDir, committedName);
  for (const name of await namesIn(folder)) {
    // The log of a database that goes would be taken for that of the one that comes.
    for (const suffix of name.endsWith('.db') ? ['-wal', '-shm', '-journal'] : []) {
      await rm(join(dataDir, `${name}${suffix}`), { force: true });
    }
    await rename(join(folder, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rmdir(folder).catch(unlessAbsent);
  await rm(join(dataDir, preparedName), { recursive: true, force: true });
}

/** True when a change was committed and not all files have moved. */
export async function isUnsettled(dataDir: string): Promise<boolean> {
  return (await namesIn(join(dataDir, committedName))).length > 0;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(unlessAbsent)) ?? [];
}
