import { join } from 'node:path';
import type { Plugin } from 'vite';

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Adds to `folders` the folder of each package of which a bundle holds code. */
export function recordBundledPackages(folders: Set<string>): Plugin {
  return {
    name: 'bundled-packages',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const folder = packageFolder.exec(id.replaceAll('\0', ''))?.[1];
          if (folder !== undefined) folders.add(join(folder));
        }
      }
    },
  };
}
