import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { unlessAbsent, writeDurably } from '../durable-file.ts';
import { damaged, isNewer, newer, parseJson } from './key-bundle.ts';
import { type KeyResult, succeeded } from './key-problem.ts';

const sealedFile = z.strictObject({
  v: z.literal(1),
  /** What sealed it, such as `gnome_libsecret`. */
  backend: z.string(),
  /** Who and where, for the words of a refusal. */
  user: z.string(),
  machine: z.string(),
  /** The key bundle as the system's keychain encrypted it. */
  sealed: z.base64(),
});

/** What stands in `keys.sealed`. */
export type SealedFile = z.infer<typeof sealedFile>;

/** Undefined when there is none. */
export async function readSealedFile(path: string): Promise<KeyResult<SealedFile | undefined>> {
  const text = await readFile(path, 'utf8').catch(unlessAbsent);
  if (text === undefined) return succeeded(undefined);
  const content = parseJson(text);
  const { success, data } = sealedFile.safeParse(content);
  if (success) return succeeded(data);
  return isNewer(content) ? newer(path) : damaged(path);
}

export async function writeSealedFile(path: string, file: SealedFile): Promise<void> {
  await writeDurably(path, `${JSON.stringify(file, null, 2)}\n`);
}
