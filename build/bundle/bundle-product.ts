import { join } from 'node:path';
import { build } from 'vite';
import { bundleNode } from './bundle-node.ts';
import { recordBundledPackages } from './bundle-plugins.ts';
import { nativePackages } from './unbundled-packages.ts';

/** The product in plain JavaScript, the same for every system. */
export interface ProductBundle {
  /** Holds `server/`, `service/`, `app/` and `portal/`. */
  readonly folder: string;
  /** Folders of all packages of which it holds code. */
  readonly packages: ReadonlySet<string>;
}

/** Bundles server, service runner, desktop app and portal into a folder, which should be empty. */
export async function bundleProduct(root: string, folder: string): Promise<ProductBundle> {
  const common = { root, format: 'es' } as const;
  const portal = new Set<string>();
  const parts = [
    await bundleNode({
      ...common,
      entries: { svc: 'server/svc.js' },
      outDir: join(folder, 'server'),
      external: nativePackages,
    }),
    await bundleNode({
      ...common,
      entries: { service: 'main/service.ts' },
      outDir: join(folder, 'service'),
      external: [],
    }),
    await bundleNode({
      ...common,
      entries: { index: 'main/index.ts' },
      outDir: join(folder, 'app'),
      external: ['electron'],
    }),
    // A page's sandbox takes CommonJS alone, in one file.
    await bundleNode({
      root,
      format: 'cjs',
      entries: { preload: 'main/preload.ts' },
      outDir: join(folder, 'app'),
      external: ['electron'],
    }),
    portal,
  ];
  await build({
    configFile: join(root, 'renderer/vite.config.ts'),
    logLevel: 'error',
    plugins: [recordBundledPackages(portal)],
    build: { outDir: join(folder, 'portal'), sourcemap: false },
  });
  return { folder, packages: new Set(parts.flatMap((part) => [...part])) };
}
