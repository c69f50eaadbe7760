import { build } from 'vite';
import {
  bundlePackageImports,
  bundleWorkerPrograms,
  recordBundledPackages,
} from './bundle-plugins.ts';

export interface NodeBundle {
  /** Repository root; no path of it gets into the bundle. */
  readonly root: string;
  /** Source files by the name of the file that is made of each. */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  readonly format: 'es' | 'cjs';
  /** What the program finds beside itself when it runs. */
  readonly external: readonly string[];
  /** The Node that runs it, `node24` by default. */
  readonly target?: string;
}

/**
 * Makes plain JavaScript of TypeScript and packages, without source maps. All files come
 * to lie in one folder, as deep below the product's root as the sources' entries were (server/product.ts).
 * Returns the folders of the packages that are in it.
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
        // A package that calls `eval` is noticed where packages are chosen, not at each build.
        checks: { eval: false },
        // No comments with the paths of modules.
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
