import { rm } from 'node:fs/promises';

/** Removes a folder and all in it, also while somebody who is about to end still writes there. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}
