import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

/** A folder for what the files of a worker share, which ends with the run: no worker knows its last file. */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of the run has made it.
  if (process.env['SHARED_FOLDER'] !== undefined) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'svc-shared-'));
  process.env['SHARED_FOLDER'] = folder;
  return () => removeFolder(folder);
}
