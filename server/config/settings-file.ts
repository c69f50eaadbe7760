import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Result } from '../domain/fault.ts';
import { productRoot } from '../product.ts';
import { orIfMissing } from '../shared/durable-files.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Names the file of settings; only the environment can set it. */
const fileVariable = 'SVC_CONFIG_FILE';

/**
 * The file of settings: the one that `SVC_CONFIG_FILE` names, else `.env` in the folder of the program.
 * Not one in the current folder, which may belong to somebody else.
 */
export function settingsFileOf(env: Variables, root = productRoot): string {
  return env[fileVariable] || join(root, '.env');
}

/**
 * What a file of settings adds to the environment: lines of `NAME=value` (`util.parseEnv`). A variable
 * that the environment has, even an empty one, wins. A problem for a file that is named and cannot be
 * read.
 */
export function readSettingsFile(env: Variables, root = productRoot): Result<Variables> {
  const file = settingsFileOf(env, root);
  const named = Boolean(env[fileVariable]);
  try {
    const text = named
      ? readFileSync(file, 'utf8')
      : orIfMissing(() => readFileSync(file, 'utf8'), '');
    const added = Object.entries(parseEnv(text)).filter(
      ([name]) => env[name] === undefined && name !== fileVariable,
    );
    return { ok: true, value: Object.fromEntries(added) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const path = named ? fileVariable : '.env';
    return { ok: false, problems: [{ path, message: `${file} cannot be read (${code})` }] };
  }
}
