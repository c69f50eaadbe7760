import { readFile } from 'node:fs/promises';
import type { Result } from '../domain/fault.ts';

/** The content of a file of the configuration. A problem names `path`, which defaults to the file. */
export async function readConfigFile(file: string, path = file): Promise<Result<Buffer>> {
  try {
    return { ok: true, value: await readFile(file) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const message = `${path === file ? '' : `${file} `}cannot be read (${code})`;
    return { ok: false, problems: [{ path, message }] };
  }
}
