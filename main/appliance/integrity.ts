import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Problem } from '../ipc/schema.ts';
import { listFiles } from './list-files.ts';

/**
 * The files of an installed server when it was packed: size in bytes and hex SHA-256 by path with
 * `/`.
 */
export const resourceManifest = z.object({
  version: z.literal(1),
  files: z.record(
    z.string(),
    z.object({ size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
export type ResourceManifest = z.infer<typeof resourceManifest>;

/** Reads the manifest in a folder, `integrity.json`. Rejects if there is none. */
export async function readManifest(folder: string): Promise<ResourceManifest> {
  return resourceManifest.parse(JSON.parse(await readFile(join(folder, 'integrity.json'), 'utf8')));
}

/** Files read concurrently, so that one is hashed while others wait for the disk. */
const concurrentReads = 4;
/** Bytes per read. */
const chunkBytes = 1 << 20;
/** Problems listed; the rest is only counted. */
const maxProblems = 5;

/** Describes every file in a folder. Rejects for anything but files and folders, such as links. */
export async function describeResources(folder: string): Promise<ResourceManifest> {
  const files: ResourceManifest['files'] = {};
  for (const path of await listFiles(folder)) {
    const file = join(folder, path);
    const found = await lstat(file);
    if (!found.isFile()) throw new Error(`${path} is neither a file nor a folder`);
    files[path] = { size: found.size, sha256: await hashOf(file) };
  }
  return { version: 1, files };
}

/**
 * Files of an installed server that changed, are missing, or do not belong to it. Empty if all
 * match the manifest. An unreadable file counts as changed.
 */
export async function verifyResources(
  manifest: ResourceManifest,
  folder: string,
): Promise<readonly Problem[]> {
  const found = new Set(await listFiles(folder).catch(() => []));
  const expected = Object.entries(manifest.files);
  const problems: Problem[] = [...found]
    .filter((path) => manifest.files[path] === undefined)
    .map((path) => ({ path, message: `is not part of the product: ${remedy}` }));
  const pending = expected.values();
  await Promise.all(
    Array.from({ length: concurrentReads }, async () => {
      for (const [path, { size, sha256 }] of pending) {
        if (!found.has(path)) problems.push({ path, message: `is missing: ${remedy}` });
        else if (!(await isSame(join(folder, path), size, sha256)))
          problems.push({ path, message: `was changed since it was packed: ${remedy}` });
      }
    }),
  );
  const listed = problems.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, maxProblems);
  const rest = problems.length - listed.length;
  return rest === 0
    ? listed
    : [...listed, { path: folder, message: `has ${rest} more such files` }];
}

const remedy = 'install the product again';

async function isSame(file: string, size: number, sha256: string): Promise<boolean> {
  try {
    const found = await lstat(file);
    return found.isFile() && found.size === size && (await hashOf(file)) === sha256;
  } catch {
    return false;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: chunkBytes }), hash);
  return hash.digest('hex');
}
