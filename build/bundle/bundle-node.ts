import { build } from 'vite';
import {
  bundlePackageImports,
  bundleWorkerPrograms,
  recordBundledPackages,
} from './bundle-plugins.ts';

export interface NodeBundle {
  /** Repository root; its path is not in the bundle. */
  readonly root: string;
  /** Source files, by the name of the output file. */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  readonly format: 'es' | 'cjs';
  /** Packages that are not bundled. */
  readonly external: readonly string[];
  /** The Node that runs it, `node24` by default. */
  readonly target?: string;
}

/**
 * Bundles TypeScript and packages into JavaScript without source maps. All files are in one folder,
 * as deep below the product's root as the sources' entries (server/product.ts). Returns the folders
 * of the bundled packages.
 */
export async function bundleNode(bundle: NodeBundle): Promise<ReadonlySet<string>> {
  const { root, entries, outDir, format, external, target = 'node24' } = bundle;
  const extension = format === 'es' ? 'js' : 'cjs';
  const packages = new Set<string>();
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [bundleWorkerPrograms(), bundlePackageImports(), recordBundledPackages(packages)],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { target: 'node', noExternal: true, external: [...external] },
    build: {
      ssr: true,
      target,
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { ...entries },
        // Packages that call `eval` are rejected when they are chosen, not at each build.
        checks: { eval: false },
        // No comments with paths of modules.
        experimental: { attachDebugInfo: 'none' },
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `[name]-[hash].${extension}`,
        },
      },
    },
  });
  return packages;
}
