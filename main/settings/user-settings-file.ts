import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { unlessAbsent, writeDurably } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** The version of the file that this app writes. */
const version = 1;

const userFile = z.strictObject({
  version: z.int().min(1),
  values: z.record(z.string(), z.unknown()),
});

/** The user's settings; a problem if the file is damaged or of a later version. */
export async function readUserFile(path: string): Promise<Layer> {
  const text = await readFile(path, 'utf8').catch(unlessAbsent);
  if (text === undefined) return emptyLayer;
  const { success, data } = userFile.safeParse(parseJson(text));
  if (!success) {
    return brokenLayer(
      path,
      'is damaged: restore it from a backup, or delete it to start with defaults',
    );
  }
  if (data.version > version) {
    return brokenLayer(path, 'was written by a newer version of this app: install that version');
  }
  return { ok: true, values: data.values };
}

/** Replaces the file atomically, durable on return. */
export async function writeUserFile(
  path: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeDurably(path, `${JSON.stringify({ version, values }, null, 2)}\n`);
}
