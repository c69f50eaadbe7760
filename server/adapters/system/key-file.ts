import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../domain/fault.ts';
import { Secret } from '../../domain/secret.ts';
import { syncFolder, writeNewFile } from '../../shared/durable-files.ts';
import { parseJson } from '../../shared/json.ts';
import { keyPattern, keysJson, kidPattern } from '../../shared/keys-json.ts';

/** Bytes of a root key. */
export const keyBytes = 32;

/** The 32 bytes that `text` writes in hex, base64 or base64url (design D45); undefined for anything else. */
export function decodeKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (!keyPattern.test(trimmed)) return undefined;
  // Node's `base64` decoder reads both alphabets.
  return Buffer.from(trimmed, trimmed.length === 2 * keyBytes ? 'hex' : 'base64');
}

export const keyFileName = 'keys.json';

/** The key roots that the first start created: one for the installation and one for each kid. */
export interface KeyFile {
  readonly master: Secret<Buffer>;
  /** Root of the database files' keys; the master key until it is first rotated (decision 0011). */
  readonly database: Secret<Buffer>;
  /** Former values of `database`, newest first, for reading backups of their time. */
  readonly retired: readonly Secret<Buffer>[];
  readonly roots: ReadonlyMap<string, Secret<Buffer>>;
  /** When each kid's root was created, ISO 8601 UTC; empty in files of earlier versions. */
  readonly madeAt: ReadonlyMap<string, string>;
}

const keyText = z.string().transform((text, context) => {
  const key = decodeKey(text);
  if (key !== undefined) return new Secret(key);
  context.addIssue({ code: 'custom', message: 'not a key' });
  return z.NEVER;
});

const keyFileSchema = keysJson(keyText);

/**
 * Reads `keys.json` of the data folder; `undefined` if the file does not exist. A problem when users
 * other than its owner may read it, when this process may not, or when its content is invalid. Rejects
 * with other system errors.
 */
export async function readKeyFile(dataDir: string): Promise<Result<KeyFile | undefined>> {
  const path = join(dataDir, keyFileName);
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink() === true) {
    return problem(
      `${path} is a symbolic link, which the rotation of keys would replace. Put the file itself ` +
        'there, or give the keys in the environment.',
    );
  }
  const file = await open(path, 'r').catch(unlessUnreadable);
  if (file === 'unreadable') {
    return problem(
      `${path} cannot be read by this user. Give the file to the user of the service.`,
    );
  }
  if (file === undefined) return { ok: true, value: undefined };
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return problem(
        `${path} can be read by other users of this machine. Treat its keys as known to them, or, ` +
          `if no other user could have read them, run: chmod 600 ${path}`,
      );
    }
    const decoded = keyFileSchema.safeParse(parseJson(await file.readFile('utf8')));
    if (!decoded.success) {
      return problem(`${path} is damaged. Restore it from your backup; without it nothing opens.`);
    }
    const { master_key: master, database_key, keys, made_at = {} } = decoded.data;
    return {
      ok: true,
      value: {
        master,
        database: database_key ?? master,
        retired: decoded.data.retired_database_keys ?? [],
        roots: new Map(Object.entries(keys)),
        madeAt: new Map(Object.entries(made_at)),
      },
    };
  } finally {
    await file.close();
  }
}

/**
 * Writes a new `keys.json` (mode 0600) with fresh random roots, durable on return. Never replaces a file:
 * if two processes start at the same time, the first file stays, so the caller must read the file
 * afterwards. A crash leaves no file or the whole file.
 */
export async function createKeyFile(dataDir: string, kids: readonly string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `${keyFileName}.${randomBytes(8).toString('hex')}.tmp`);
  const roots = new Map(kids.map((kid) => [kid, freshKey()]));
  const master = freshKey();
  const madeAt = new Map(kids.map((kid) => [kid, now()]));
  await writeDurably(temporary, { master, database: master, retired: [], roots, madeAt });
  try {
    // A rename would replace a file of another process; a link fails with EEXIST.
    await link(temporary, join(dataDir, keyFileName)).catch(unlessExists);
  } finally {
    await unlink(temporary);
  }
  await syncFolder(dataDir);
}

/**
 * Adds a fresh root for a new `kid` to an existing `keys.json`; old kids stay, because data is encrypted
 * with them (design D45). The new file has a fixed temporary name, so that a second rotation at the same
 * time fails instead of losing a key.
 */
export async function addKey(dataDir: string, kid: string): Promise<Result<void>> {
  const current = await readKeyFile(dataDir);
  if (!current.ok) return current;
  if (current.value === undefined) {
    return problem(
      'There is no keys.json to add to: the keys are given by the environment. Give the service a ' +
        `further one, SVC_KEY_${kid}, of 32 random bytes: openssl rand -hex 32`,
    );
  }
  if (!kidPattern.test(kid)) return problem('A key id is made of letters, digits, _ and -.');
  if (current.value.roots.has(kid)) return problem('This key id is already in use.');

  const next = join(dataDir, `${keyFileName}.new`);
  const roots = new Map([...current.value.roots, [kid, freshKey()]]);
  const madeAt = new Map([...current.value.madeAt, [kid, now()]]);
  const written = await writeDurably(next, { ...current.value, roots, madeAt }).then(
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

/**
 * Writes the next `keys.json`, with a new database key, into `folder`. It takes effect when it is moved
 * to the data folder. The former key becomes a retired one.
 */
export async function writeNextKeyFile(
  folder: string,
  current: KeyFile,
  database: Secret<Buffer>,
): Promise<void> {
  const former = current.database === current.master ? [] : [current.database];
  const retired = [...former, ...current.retired];
  await writeDurably(join(folder, keyFileName), { ...current, database, retired });
}

function problem(message: string): { ok: false; problems: { path: string; message: string }[] } {
  return { ok: false, problems: [{ path: keyFileName, message }] };
}

/** 32 random bytes. */
export function freshKey(): Secret<Buffer> {
  return new Secret(randomBytes(keyBytes));
}

function now(): string {
  return new Date().toISOString();
}

async function writeDurably(path: string, keyFile: KeyFile): Promise<void> {
  const { master, database, retired, roots, madeAt } = keyFile;
  const text = (key: Secret<Buffer>) => key.reveal().toString('base64');
  const content = {
    v: 1,
    master_key: text(master),
    ...(database !== master && { database_key: text(database) }),
    ...(retired.length > 0 && { retired_database_keys: retired.map(text) }),
    keys: Object.fromEntries([...roots].map(([kid, root]) => [kid, text(root)])),
    ...(madeAt.size > 0 && { made_at: Object.fromEntries(madeAt) }),
  };
  await writeNewFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

function unlessUnreadable(error: NodeJS.ErrnoException): 'unreadable' | undefined {
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'unreadable';
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function unlessExists(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
}
