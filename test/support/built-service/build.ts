import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleNode } from '../../../build/bundle/bundle-node.ts';
import { nativePackages } from '../../../build/bundle/unbundled-packages.ts';

const root = join(import.meta.dirname, '../../..');
/** One folder per state of the source, so that what V8 keeps of compiled code fits the next run too. */
const builds = join(root, 'node_modules/.cache/built-service');
const sources = ['server/**/*', 'build/bundle/*.ts', 'package.json', 'package-lock.json'];
/** What the service finds next to its folder, in a package as in a checkout. */
const besides = ['configs', 'models', 'node_modules', 'package.json', 'renderer'];
const dayMs = 86_400_000;

/** Bundles the service as a package has it, unless that is done, and prints the path of its launcher. */
const folder = join(builds, hashOfSources());
if (!existsSync(folder)) await build();
process.stdout.write(join(folder, 'server/svc.js'));

function hashOfSources(): string {
  const hash = createHash('sha256').update(`${root}\n${process.version}\n`);
  const entries = globSync(sources, { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

async function build(): Promise<void> {
  await mkdir(builds, { recursive: true });
  await removeOldBuilds();
  const unfinished = await mkdtemp(join(builds, 'unfinished-'));
  await bundleNode({
    root,
    format: 'es',
    external: nativePackages,
    entries: { svc: 'server/svc.js' },
    outDir: join(unfinished, 'server'),
  });
  await chmod(unfinished, 0o755);
  for (const name of besides) await symlink(join(root, name), join(unfinished, name));
  // Another run may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}

async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(builds)) {
    const old = join(builds, name);
    const { mtimeMs } = await stat(old);
    if (mtimeMs < Date.now() - dayMs) await rm(old, { recursive: true, force: true });
  }
}
