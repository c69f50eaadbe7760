import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAcceptedLicence, shippedPackage } from '../../build/stage/licences.ts';

const root = join(import.meta.dirname, '../..');
const names = z.record(z.string(), z.string()).default({});
const manifest = z.object({ dependencies: names, devDependencies: names });
const own = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** They build the portal, and are not part of it. */
const portalTools = new Set(['vite', '@vitejs/plugin-react']);

/** Packages that the desktop app alone imports: they are bundled into what is shipped. */
function bundledForApp(): readonly string[] {
  const files = readdirSync(join(root, 'main'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const imported = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, 'main', file), 'utf8').matchAll(/from '((?:@[\w.-]+\/)?[\w.-]+)/g),
    ].map(([, name]) => name ?? ''),
  );
  return [...new Set(imported)].filter((name) => name in own.devDependencies);
}

/** The folders of these packages and of all that they need. */
function closure(wanted: readonly string[], from: string, found = new Set<string>()): Set<string> {
  for (const name of wanted) {
    const folder = folderOf(name, from);
    if (folder === undefined || found.has(folder)) continue;
    found.add(folder);
    const needed = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    closure(Object.keys(needed.dependencies), join(folder, 'index.js'), found);
  }
  return found;
}

/** Undefined for a package that is optional and not installed here. */
function folderOf(name: string, from: string): string | undefined {
  for (const modules of createRequire(from).resolve.paths(name) ?? []) {
    const folder = join(modules, name);
    try {
      readFileSync(join(folder, 'package.json'));
      return folder;
    } catch {
      // Not in this node_modules; perhaps in the next one up.
    }
  }
  return undefined;
}

describe('The licences of shipped packages', () => {
  it('every shipped package, and each dependency of one, has an accepted licence', () => {
    const installed = Object.keys(own.dependencies).filter((name) => !portalTools.has(name));
    const wanted = [...installed, ...bundledForApp()];
    const packages = [...closure(wanted, join(root, 'index.js'))].map(shippedPackage);
    expect(packages.length).toBeGreaterThan(150);
    const refused = packages.filter(({ licence }) => !isAcceptedLicence(licence));
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });
});
