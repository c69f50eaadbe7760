import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Adds the folder of each bundled package to `folders`. */
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

/** A package's request at run time for a file of its own, by the `imports` of its package.json. */
const packageImportRequest = /\brequire(?:\$\d+)?\('(#[^']+)'\)/g;

/** Bundles those files too, because the request would find nothing in a bundle. */
export function bundlePackageImports(): Plugin {
  return {
    name: 'package-imports',
    transform: {
      filter: { id: /node_modules\/.*\.mjs$/, code: /createRequire/ },
      handler(code) {
        const names = new Map<string, string>();
        const body = code.replace(packageImportRequest, (_, path: string) => {
          const name = names.get(path) ?? `__packageImport${names.size}`;
          names.set(path, name);
          return name;
        });
        const imports = [...names].map(([path, name]) => `import ${name} from '${path}';\n`);
        return imports.join('') + body;
      },
    },
  };
}

/** How a module refers to a program of its own; in a comment the reference is in backticks. */
const programReference = /(?<!`)new URL\(\s*'(\.\.?\/[^']+\.ts)'\s*,\s*import\.meta\.url\s*\)/g;

/** Bundles each program of a thread or process, and replaces its reference. All lie in one folder, so no two may have one name. */
export function bundleWorkerPrograms(): Plugin {
  const programs = new Map<string, string>();
  return {
    name: 'separate-programs',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler(code, id) {
        return code.replace(programReference, (_, path: string) => {
          const file = fileURLToPath(new URL(path, pathToFileURL(id)));
          const fileName = path.replace(/^.*\//, '').replace(/\.ts$/, '.js');
          const taken = programs.get(fileName) ?? file;
          if (taken !== file) this.error(`${file} and ${taken} would both be ${fileName}`);
          programs.set(fileName, file);
          const program = this.emitFile({ type: 'chunk', id: file, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${program})`;
        });
      },
    },
    resolveFileUrl: ({ relativePath }) => `new URL('./${relativePath}', import.meta.url).href`,
  };
}
