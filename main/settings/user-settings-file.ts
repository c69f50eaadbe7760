import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { unlessAbsent, writeDurably } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { brokenLayer, emptyLayer, type Layer } from './settings-layer.ts';

/** Converts the values of one file version into those of the next. */
type Migration = (values: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** The first converts version 1 to 2, and so on. */
const migrations: readonly Migration[] = [];

const userFile = z.strictObject({
  version: z.int().min(1),
  values: z.record(z.string(), z.unknown()),
});

/** The user's settings; a problem if the file is damaged or of a later version. */
export async function readUserFile(path: string, steps = migrations): Promise<Layer> {
  const text = await readFile(path, 'utf8').catch(unlessAbsent);
  if (text === undefined) return emptyLayer;
  const { success, data } = userFile.safeParse(parseJson(text));
  if (!success) {
    return brokenLayer(
      path,
      'is damaged: restore it from a backup, or delete it to start with defaults',
    );
  }
  if (data.version > steps.length + 1) {
    return brokenLayer(path, 'was written by a newer version of this app: install that version');
  }
  const values = steps.slice(data.version - 1).reduce((now, step) => step(now), data.values);
  return { ok: true, values };
}

/** Replaces the file atomically, durable on return. */
export async function writeUserFile(
  path: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const content = { version: migrations.length + 1, values };
  await writeDurably(path, `${JSON.stringify(content, null, 2)}\n`);
}
