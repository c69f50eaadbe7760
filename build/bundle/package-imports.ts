import type { Plugin } from 'vite';

/** A package that asks for a file of its own, by the `imports` of its package.json, when it runs. */
const packageImportRequest = /\brequire(?:\$\d+)?\('(#[^']+)'\)/g;

/** Bundles those files too: once bundled, a module is in no package, and its request finds nothing. */
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
