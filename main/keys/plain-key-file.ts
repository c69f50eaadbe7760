import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeDurably, unlessAbsent } from '../../server/shared/durable-files.ts';
import { parseJson } from '../../server/shared/json.ts';
import { keyPattern, keysJson } from '../../server/shared/keys-json.ts';
import type { KeyBundle, Roots } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';

/** `keys.json`, as a server without a host writes it (design D45). */
const plainKeys = keysJson(z.string().regex(keyPattern));

/** The key roots of a headless service that used this folder; undefined if there are none. */
export async function readPlainKeys(folder: string): Promise<KeyResult<Roots | undefined>> {
  const path = pathIn(folder);
  const file = await open(path, constants.O_RDONLY).catch(unlessAbsent);
  if (file === undefined) return succeeded(undefined);
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return failed(
        'file_unsafe',
        `${path} can be read by other users of this machine. Treat its keys as known to them, or, ` +
          `if no one could have read them, run: chmod 600 ${path}`,
      );
    }
    const decoded = plainKeys.safeParse(parseJson(await file.readFile('utf8')));
    if (!decoded.success) {
      return failed('file_damaged', `${path} is damaged. Restore it from your backup.`);
    }
    const { master_key, database_key, retired_database_keys, keys, made_at = {} } = decoded.data;
    return succeeded({
      masterKey: master_key,
      ...(database_key !== undefined && { databaseKey: database_key }),
      ...(retired_database_keys !== undefined && { retiredDatabaseKeys: retired_database_keys }),
      keys,
      madeAt: made_at,
    });
  } finally {
    await file.close();
  }
}

/**
 * Removes `keys.json` if `bundle` holds all its keys. Otherwise a problem: the app cannot know
 * which of the two the databases need.
 */
export async function settlePlainKeys(folder: string, bundle: KeyBundle): Promise<KeyResult<void>> {
  const plain = await readPlainKeys(folder);
  if (!plain.ok) return plain;
  if (plain.value === undefined) return succeeded(undefined);
  if (!holdsAll(bundle, plain.value)) {
    return failed(
      'keys_differ',
      `${pathIn(folder)} holds other keys than the stored ones. Move away the file that does not belong to these databases: keys.json or keys.sealed.`,
    );
  }
  await removeDurably(pathIn(folder));
  return succeeded(undefined);
}

function holdsAll(bundle: KeyBundle, plain: Roots): boolean {
  return (
    bundle.masterKey === plain.masterKey &&
    bundle.databaseKey === plain.databaseKey &&
    (plain.retiredDatabaseKeys ?? []).every((key) => bundle.retiredDatabaseKeys?.includes(key)) &&
    Object.entries(plain.keys).every(([kid, key]) => bundle.keys[kid] === key)
  );
}

function pathIn(folder: string): string {
  return join(folder, 'keys.json');
}
