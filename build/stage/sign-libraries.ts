import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { WinPackager } from 'electron-builder';
import { carriesSignature } from '../machine-of.ts';
import { listFiles } from './files-below.ts';

/**
 * Signs the libraries for Windows below a folder that carry no signature yet, as electron-builder is set
 * up to sign; without such a set-up it signs none. Those of Microsoft keep theirs. Rejects when a build
 * that must be signed cannot sign one.
 */
export async function signLibraries(
  packager: Pick<WinPackager, 'signIf'>,
  folder: string,
): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (!/\.(dll|node)$/.test(path) || (await isSigned(join(folder, path)))) continue;
    await packager.signIf(join(folder, path));
  }
}

/** Whether a program or library for Windows carries a signature, whoever made it. */
export async function isSigned(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return carriesSignature(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
