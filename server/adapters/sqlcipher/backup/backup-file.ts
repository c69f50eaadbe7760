import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/**
 * A backup is one file (decision 0013): three lines of text (format name, manifest as JSON, hex
 * HMAC-SHA256 of both), then the parts, one after the other.
 */
const manifestSchema = z.strictObject({
  created_at: z.iso.datetime(),
  /** The head of the journal in the backup. */
  journal: z.strictObject({ size: z.int().min(0), head_hash: z.string() }),
  parts: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z]+\.(?:db|head)$/),
      bytes: z.int().min(0),
      sha256: z.string(),
    }),
  ),
});

export type BackupManifest = z.output<typeof manifestSchema>;

/** A backup with an authentic manifest. */
export interface Backup {
  readonly path: string;
  readonly manifest: BackupManifest;
  /** Byte offset of the first part. */
  readonly offset: number;
}

/** Why a file cannot be restored here. */
export type BackupFlaw = 'not_a_backup' | 'not_of_this_installation' | 'truncated' | 'damaged';

const format = 'svc-backup-v1';
const maxHeaderBytes = 64 * 1024;
const ownerOnly = 0o600;

/**
 * Writes a backup of the parts to `target`, completely or not at all: first into `folder`, which nobody else may
 * write to and is on the same disk. Its name is durable once its folder is synced. Rejects with EEXIST when the
 * file exists.
 */
export async function writeBackup(
  target: string,
  parts: readonly { readonly name: string; readonly path: string }[],
  facts: Pick<BackupManifest, 'created_at' | 'journal'> & {
    readonly key: KeyObject;
    readonly folder: string;
  },
): Promise<BackupManifest> {
  const listed: BackupManifest['parts'] = [];
  for (const { name, path } of parts) {
    listed.push({ name, bytes: (await stat(path)).size, sha256: await hashOf(path) });
  }
  const { key, folder, created_at, journal } = facts;
  const manifest = { created_at, journal, parts: listed };
  const head = `${format}\n${JSON.stringify(manifest)}\n`;
  // Reserves the name, so that the rename below replaces this empty file and no other backup.
  await (await open(target, 'wx', ownerOnly)).close();
  const temporary = join(folder, 'backup.partial');
  try {
    const file = await open(temporary, 'wx', ownerOnly);
    try {
      await file.write(`${head}${macOf(head, key).toString('hex')}\n`);
      for (const { path } of parts) {
        for await (const chunk of createReadStream(path)) await file.write(chunk as Buffer);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    return manifest;
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Checks manifest and length of a backup; `extractBackup` checks the parts. */
export async function readBackup(path: string, key: KeyObject): Promise<Backup | BackupFlaw> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(maxHeaderBytes);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const header = headerIn(start.subarray(0, bytesRead).toString('latin1'), key);
    if (typeof header === 'string') return header;
    const wanted = header.manifest.parts.reduce((sum, { bytes }) => sum + bytes, header.offset);
    const { size } = await file.stat();
    if (size !== wanted) return size < wanted ? 'truncated' : 'damaged';
    return { path, ...header };
  } finally {
    await file.close();
  }
}

/** Writes the parts as files into `folder` and checks the hash of each. */
export async function extractBackup(
  { path, manifest, offset }: Backup,
  folder: string,
): Promise<BackupFlaw | undefined> {
  let start = offset;
  for (const { name, bytes, sha256 } of manifest.parts) {
    const file = await open(join(folder, name), 'wx', ownerOnly);
    try {
      const found = bytes === 0 ? emptyHash : await copyRange(path, { start, bytes }, file);
      if (found !== sha256) return 'damaged';
    } finally {
      await file.close();
    }
    start += bytes;
  }
  return undefined;
}

/** Prefix of the temporary folder for the parts of a backup, on the disk of the backup. */
export function partsFolder(target: string): string {
  return join(dirname(target), '.svc-backup-');
}

const emptyHash = createHash('sha256').digest('hex');

async function copyRange(
  path: string,
  { start, bytes }: { readonly start: number; readonly bytes: number },
  into: FileHandle,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { start, end: start + bytes - 1 })) {
    hash.update(chunk as Buffer);
    await into.write(chunk as Buffer);
  }
  return hash.digest('hex');
}

function headerIn(start: string, key: KeyObject): Omit<Backup, 'path'> | BackupFlaw {
  const groups = /^(?<head>svc-backup-v1\n(?<json>[^\n]+)\n)(?<mac>[0-9a-f]{64})\n/.exec(
    start,
  )?.groups;
  if (groups === undefined) return start.startsWith(`${format}\n`) ? 'damaged' : 'not_a_backup';
  const { head = '', json = '', mac = '' } = groups;
  if (!timingSafeEqual(macOf(head, key), Buffer.from(mac, 'hex')))
    return 'not_of_this_installation';
  const manifest = manifestSchema.safeParse(JSON.parse(json));
  if (!manifest.success) return 'damaged';
  return { manifest: manifest.data, offset: head.length + mac.length + 1 };
}

function macOf(head: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(head).digest();
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
