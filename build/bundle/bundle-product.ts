import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { bundleNode } from './bundle-node.ts';
import { recordBundledPackages } from './bundle-plugins.ts';
import { nativePackages } from './unbundled-packages.ts';

/** The product in plain JavaScript, the same for every system. */
export interface ProductBundle {
  /** Holds `server/`, `service/`, `app/` and `portal/`. */
  readonly folder: string;
  /** Folders of all bundled packages. */
  readonly packages: ReadonlySet<string>;
}

/** Bundles server, service runner, desktop app and portal into an empty folder. */
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
    await bundleApp(root, join(folder, 'app')),
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

/**
 * Bundles the desktop app into a folder, with the tray's icons; `target` as in `bundleNode`.
 * Returns the folders of the bundled packages.
 */
export async function bundleApp(
  root: string,
  outDir: string,
  target = 'node24',
): Promise<ReadonlySet<string>> {
  const common = { root, outDir, external: ['electron'], target } as const;
  const app = await bundleNode({ ...common, format: 'es', entries: { index: 'main/index.ts' } });
  // A sandboxed page loads only CommonJS, in one file.
  const preload = { preload: 'main/preload.ts' };
  const page = await bundleNode({ ...common, format: 'cjs', entries: preload });
  const icons = join('window', 'tray-icons');
  await cp(join(root, 'main', icons), join(outDir, icons), { recursive: true });
  return new Set([...app, ...page]);
}
