import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../domain/fault.ts';
import { Secret } from '../../domain/secret.ts';
import { decodeKey, keyBytes } from './key-text.ts';

/** Grammar of a key id (design D10). */
export const kidPattern = /^[A-Za-z0-9_-]+$/;

export const keyFileName = 'keys.json';

/** The roots a first start made: one for the databases and the journal, and one for each kid. */
export interface KeyFile {
  readonly master: Secret<Buffer>;
  readonly roots: ReadonlyMap<string, Secret<Buffer>>;
}

const keyText = z.string().transform((text, context) => {
  const key = decodeKey(text);
  if (key !== undefined) return new Secret(key);
  context.addIssue({ code: 'custom', message: 'not a key' });
  return z.NEVER;
});

const keyFileSchema = z.strictObject({
  v: z.literal(1),
  master_key: keyText,
  keys: z.record(z.string().regex(kidPattern), keyText),
});

/**
 * Reads `keys.json` of the data folder; `undefined` when there is none. A problem when others than
 * its owner may read it, or when it is not such a file. Rejects with the system's error otherwise.
 */
export async function readKeyFile(dataDir: string): Promise<Result<KeyFile | undefined>> {
  const path = join(dataDir, keyFileName);
  const file = await open(path, 'r').catch(absent);
  if (file === undefined) return { ok: true, value: undefined };
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return problem(
        `${path} can be read by other users of this machine. Treat its keys as known to them, or, ` +
          `when nobody could have read them, run: chmod 600 ${path}`,
      );
    }
    const decoded = keyFileSchema.safeParse(parseJson(await file.readFile('utf8')));
    if (!decoded.success) {
      return problem(`${path} is damaged. Restore it from your backup; without it nothing opens.`);
    }
    const { master_key, keys } = decoded.data;
    return { ok: true, value: { master: master_key, roots: new Map(Object.entries(keys)) } };
  } finally {
    await file.close();
  }
}

/**
 * Writes a new `keys.json` (mode 0600) with fresh random roots, durable on return. Never replaces
 * one: of two processes that start at once, the second finds the first one's file, and so must read
 * the file afterwards instead of trusting what it wrote. A crash leaves no file or the whole file.
 */
export async function createKeyFile(dataDir: string, kids: readonly string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `${keyFileName}.${randomBytes(8).toString('hex')}.tmp`);
  const roots = new Map(kids.map((kid) => [kid, freshKey()]));
  await writeDurably(temporary, { master: freshKey(), roots });
  try {
    // A rename would replace a file made meanwhile; a link fails with EEXIST.
    await link(temporary, join(dataDir, keyFileName)).catch(unlessExists);
  } finally {
    await unlink(temporary);
  }
  await syncFolder(dataDir);
}

/**
 * Adds a fresh root for a new `kid` to an existing `keys.json`; old kids stay, to read what they
 * encrypted (design D45). The new file carries a fixed name until it is whole, so a second rotation
 * at the same time fails instead of losing a key.
 */
export async function addKey(dataDir: string, kid: string): Promise<Result<void>> {
  const current = await readKeyFile(dataDir);
  if (!current.ok) return current;
  if (current.value === undefined) {
    return problem('There is no keys.json to add to: the keys are given by the environment.');
  }
  if (!kidPattern.test(kid)) return problem('A key id is made of letters, digits, _ and -.');
  if (current.value.roots.has(kid)) return problem('This key id is already in use.');

  const next = join(dataDir, `${keyFileName}.new`);
  const roots = new Map([...current.value.roots, [kid, freshKey()]]);
  const written = await writeDurably(next, { master: current.value.master, roots }).then(
    () => true,
    unlessExists,
  );
  if (written === undefined) {
    return problem(`Another rotation is at work. When none is, one was cut short: delete ${next}`);
  }
  await rename(next, join(dataDir, keyFileName));
  await syncFolder(dataDir);
  return { ok: true, value: undefined };
}

function problem(message: string): { ok: false; problems: { path: string; message: string }[] } {
  return { ok: false, problems: [{ path: keyFileName, message }] };
}

function freshKey(): Secret<Buffer> {
  return new Secret(randomBytes(keyBytes));
}

async function writeDurably(path: string, { master, roots }: KeyFile): Promise<void> {
  const text = (key: Secret<Buffer>) => key.reveal().toString('base64');
  const keys = Object.fromEntries([...roots].map(([kid, root]) => [kid, text(root)]));
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ v: 1, master_key: text(master), keys }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a name in the folder durable; Windows has no such call and journals names itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function unlessExists(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
}
