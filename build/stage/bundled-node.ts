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

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});
const run = promisify(execFile);

/**
 * The Node of a target, in the version that runs a checkout: the one that the environment names
 * (`BUNDLED_NODE_MAC_ARM64=/path/to/bin/node`), or the npm package's, checked against the hash in
 * `package-lock.json`. Downloads it into `cache` if it is missing.
 */
export async function bundledNode(
  target: Target,
  { root, cache }: { readonly root: string; readonly cache: string },
): Promise<BundledNode> {
  const { version, integrity } = await pinnedNode(root);
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

interface PinnedNode {
  readonly version: string;
  /** Hashes, by name of the npm package. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** What `package-lock.json` pins of Node; rejects unless all systems have one version. */
export async function pinnedNode(root: string): Promise<PinnedNode> {
  const { packages } = lockFile.parse(
    JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const found = Object.entries(packages).flatMap(([path, { version, integrity }]) =>
    /^node_modules\/node-(linux|win)-/.test(path) && version && integrity
      ? [{ name: path.slice('node_modules/'.length), version, integrity }]
      : [],
  );
  const [version, ...others] = new Set(found.map((node) => node.version));
  if (version === undefined || others.length > 0)
    throw new Error('package-lock.json does not pin one version of Node');
  return { version, integrity: Object.fromEntries(found.map((n) => [n.name, n.integrity])) };
}

/** The folder of the unpacked npm package; undefined if none is pinned. */
async function unpacked(
  target: Target,
  { version, integrity, cache }: PinnedNode & { readonly cache: string },
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
