import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ProductBundle } from '../bundle/bundle-product.ts';
import { stageFolder, type Target } from '../bundle/target.ts';
import {
  copyUnbundledPackages,
  fontPackages,
  nativePackages,
  viewerPackage,
} from '../bundle/unbundled-packages.ts';
import type { BundledNode } from './bundled-node.ts';
import { noticesOf, type ShippedPackage, shippedPackage } from './licences.ts';
import { billOfMaterials } from './sbom.ts';

export interface Stage {
  readonly root: string;
  readonly target: Target;
  readonly bundle: ProductBundle;
  readonly node: BundledNode;
  /** PEM of the public key for updates; null: this build installs none. */
  readonly updateKey: string | null;
  /** Signs machine code before the manifest describes it. */
  sign(product: string): Promise<void>;
}

const productJson = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
});

/** Shipped files, by folder of the repository. */
const data = {
  configs: [
    'mask_policy.yaml',
    'healthcare-strict.yaml',
    'upstreams.yaml',
    'business_associates.yaml',
  ],
  models: [
    ...['MANIFEST.json', 'ner.onnx', 'lexicon.txt.br', 'vocabulary.txt', 'LICENSE.lexicon.txt'],
    ...['encoder.onnx', 'pieces.txt', 'LICENSE.encoder.txt'],
    ...['LANGUAGES.json', 'languages.bin', 'RECALL.json'],
  ],
} as const;

/** The folder of a system's policy templates. */
const policiesOf = { linux: 'linux', win: 'windows', mac: 'macos' } as const;

/**
 * Lays out a package's files in `stageFolder`: `resources/`, next to Electron's own resources, and
 * `app/`, the content of `app.asar`. `writeIntegrityManifest` then writes the product's manifest
 * into both, once all machine code is signed. The app reads the manifest in `app.asar`, which its
 * executable protects except on Linux (decision 0030).
 */
export async function stage(options: Stage): Promise<void> {
  const { root, target, bundle, node, updateKey } = options;
  const folder = stageFolder(root, target);
  const product = join(folder, 'resources', 'product');
  const app = join(folder, 'app');
  await rm(folder, { recursive: true, force: true });
  const copies: readonly (readonly [from: string, to: string])[] = [
    [join(bundle.folder, 'server'), join(product, 'server')],
    [join(bundle.folder, 'service'), join(product, 'main')],
    [join(bundle.folder, 'portal'), join(product, 'renderer', 'dist')],
    [join(bundle.folder, 'app'), join(app, 'main')],
    [join(root, 'LICENSE'), join(product, 'LICENSE')],
    // On Windows the MSI makes the service (build/win/).
    ...(target.os === 'win'
      ? []
      : [[join(root, 'build', 'service', target.os), join(product, 'service')] as const]),
    [join(root, 'build', 'bin', target.os), join(product, 'bin')],
    ...['README.md', 'policies.schema.json', policiesOf[target.os]].map(
      (name) => [join(root, 'build/policies', name), join(product, 'policies', name)] as const,
    ),
    ...Object.entries(data).flatMap(([room, names]) =>
      names.map((name) => [join(root, room, name), join(product, room, name)] as const),
    ),
  ];
  for (const [from, to] of copies) await cp(from, to, { recursive: true });
  await copyUnbundledPackages(
    target,
    join(root, 'node_modules'),
    join(product, 'server/node_modules'),
  );
  const program = join(product, 'bin', target.os === 'win' ? 'node.exe' : 'node');
  await cp(node.path, program);
  await chmod(program, 0o755);

  const meta = productJson.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const { name, version, license, description } = meta;
  await writeJson(join(product, 'package.json'), { name, version, license, type: 'module' });
  const packages = shippedPackages(options);
  await writeFile(join(product, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
  await writeJson(join(product, 'sbom.cdx.json'), billOfMaterials(meta, packages));
  await options.sign(product);

  if (updateKey !== null) await writeFile(join(app, 'main', 'update-key.pem'), updateKey);
  await writeJson(join(app, 'package.json'), {
    name,
    version,
    license,
    description,
    type: 'module',
    main: 'main/index.js',
    // Links the window to its menu entry on Linux.
    desktopName: `${name}.desktop`,
  });
}

/** All shipped packages, by name: bundled and unbundled packages, Node and Electron. */
function shippedPackages({ root, target, bundle, node }: Stage): readonly ShippedPackage[] {
  const modules = join(root, 'node_modules');
  const unbundled = [...nativePackages, ...fontPackages, viewerPackage, 'electron'].map((name) =>
    shippedPackage(join(modules, name)),
  );
  const runtime = {
    name: 'node',
    version: node.version,
    licence: 'MIT',
    author: null,
    texts: node.licence === null ? [] : [node.licence],
  };
  const procrun = {
    name: 'commons-daemon-procrun',
    version: '1.4.0',
    licence: 'Apache-2.0',
    author: 'The Apache Software Foundation',
    texts: ['LICENSE.txt', 'NOTICE.txt'].map((name) =>
      readFileSync(join(root, 'build/win/procrun', name), 'utf8'),
    ),
  };
  const wrapper = target.os === 'win' ? [procrun] : [];
  const bundled = [...bundle.packages].map(shippedPackage);
  const unique = new Map(
    [...bundled, ...unbundled, ...wrapper, runtime].map((entry) => [
      `${entry.name}@${entry.version}`,
      entry,
    ]),
  );
  return [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes a file of JSON; creates its folder if it is missing. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
