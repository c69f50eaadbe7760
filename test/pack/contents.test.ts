import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { describe, expect, it } from 'vitest';
import { nameOf, platformOf, type Target, targets } from '../../build/bundle/target.ts';
import { machineOfFile } from '../../build/stage/machine-code.ts';
import { listFiles } from '../../main/appliance/list-files.ts';
import { packedFor } from '../support/pack/packed.ts';

const root = join(import.meta.dirname, '../..');
const native = {
  linux: ['libonnxruntime.so.1', 'onnxruntime_binding.node'],
  win: [
    'DirectML.dll',
    'dxcompiler.dll',
    'dxil.dll',
    'onnxruntime.dll',
    'onnxruntime_binding.node',
  ],
  mac: ['libonnxruntime.1.dylib', 'onnxruntime_binding.node'],
};
const service = {
  linux: ['sysusers.conf', 'voice-phi-proxy.service'],
  win: [],
  mac: ['app.voicephiproxy.service.plist', 'service.sh'],
};
const policies = {
  linux: ['linux/policies.example.json'],
  win: ['windows/en-US/voice-phi-proxy.adml', 'windows/voice-phi-proxy.admx'],
  mac: ['macos/voice-phi-proxy.mobileconfig'],
};
const programEnd = { linux: '', mac: '', win: '.exe' };
const scriptEnd = { linux: '', mac: '', win: '.cmd' };

/** What every product holds; in addition it holds only its bundles, policies and pages. */
const expected = ({ os, arch }: Target): string[] => {
  const modules = 'server/node_modules';
  const platform = platformOf({ os, arch });
  return [
    ...['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'package.json', 'sbom.cdx.json'],
    ...[`bin/node${programEnd[os]}`, `bin/svc${scriptEnd[os]}`, `bin/service${scriptEnd[os]}`],
    ...service[os].map((name) => `service/${name}`),
    ...['business_associates', 'healthcare-strict', 'mask_policy', 'upstreams'].map(
      (name) => `configs/${name}.yaml`,
    ),
    ...['LICENSE.lexicon.txt', 'MANIFEST.json', 'lexicon.txt.br', 'ner.onnx', 'vocabulary.txt'].map(
      (name) => `models/${name}`,
    ),
    ...['LICENSE.encoder.txt', 'encoder.onnx', 'pieces.txt'].map((name) => `models/${name}`),
    ...['LANGUAGES.json', 'RECALL.json', 'languages.bin'].map((name) => `models/${name}`),
    ...['README.md', 'policies.schema.json', ...policies[os]].map((name) => `policies/${name}`),
    'main/service.js',
    'renderer/dist/index.html',
    ...['svc', 'journal-worker', 'vault-worker', 'report-worker', 'tagger-worker'].map(
      (name) => `server/${name}.js`,
    ),
    `${modules}/better-sqlite3-multiple-ciphers/prebuilds/${platform}-${arch}.node`,
    ...['kosugi/files/kosugi-119-400', 'noto-sans/files/noto-sans-latin-ext-700'].map(
      (name) => `${modules}/@fontsource/${name}-normal.woff`,
    ),
    ...['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'].map(
      (name) => `${modules}/swagger-ui-dist/${name}`,
    ),
    ...native[os].map(
      (name) => `${modules}/onnxruntime-node/bin/napi-v6/${platform}/${arch}/${name}`,
    ),
  ];
};

/** What a product may hold in addition: files whose names a bundler makes, JavaScript of two packages, and fonts of two. */
const besides = [
  /^server\/[\w.-]+\.js$/,
  /^main\/[\w.-]+\.js$/,
  /^renderer\/dist\/(assets\/[\w.-]+\.(js|css|svg|png|woff2)|icon\.svg)$/,
  /^server\/node_modules\/(better-sqlite3-multiple-ciphers|onnxruntime-node|onnxruntime-common)\/(package\.json|LICENSE|(lib|dist)\/[\w./-]+\.(js|json))$/,
  /^server\/node_modules\/@fontsource\/(kosugi|noto-sans)\/(package\.json|unicode\.json|LICENSE|files\/[a-z\d-]+\.woff)$/,
  /^server\/node_modules\/swagger-ui-dist\/(package\.json|swagger-ui-bundle\.js\.LICENSE\.txt)$/,
];

const text = /\.(js|cjs|css|html|json|txt|yaml|xml|plist|sh|ps1|cmd|service|conf|yml|admx|adml)$/;
/** Hosts of registries, the folder it was built in, maps of sources. */
const betrays = [
  /registry\.[\w-]+\.(org|com|io|dev)/,
  /\/-\/[\w.-]+\.tgz/,
  /sourceMappingURL=data:/,
];

describe.each(targets.map((target) => [nameOf(target), target] as const))(
  'a package for %s',
  (_, target) => {
    const { folder, product, asar, node } = packedFor(target);

    it('holds what the product needs there, and nothing else', async () => {
      const files = await listFiles(product);
      const needed = expected(target);
      expect(needed.filter((path) => !files.includes(path))).toEqual([]);
      const rest = files.filter((path) => !needed.includes(path));
      expect(rest.filter((path) => !besides.some((pattern) => pattern.test(path)))).toEqual([]);
    });

    it('holds the code of no other machine', async () => {
      const made = new Map<string, string>();
      for (const path of await listFiles(folder)) {
        const machine = await machineOfFile(join(folder, path));
        if (machine !== undefined) made.set(path, `${machine.platform} ${machine.arch}`);
      }
      expect(new Set(made.values())).toEqual(new Set([`${platformOf(target)} ${target.arch}`]));
      expect(made.size).toBeGreaterThan(4);
    });

    it('carries in app.asar the app, its icons, its manifest, the update key, and no package', () => {
      const paths = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
      expect(paths).toContain('/main/index.js');
      expect(paths).toContain('/main/window/tray-icons/linux/serving@2x.png');
      const others = /^\/main\/([\w-]+\.js$|window(\/tray-icons)?($|\/\w+($|\/\w+(@2x)?\.png$)))/;
      expect(paths.filter((path) => !others.test(path)).sort()).toEqual([
        '/main',
        '/main/integrity.json',
        '/main/preload.cjs',
        '/main/update-key.pem',
        '/package.json',
      ]);
    });

    it('carries nothing of how it was made: no sources, no maps, no tests, no path of the build', async () => {
      const files = await listFiles(folder);
      expect(files.filter((path) => /\.(ts|tsx|map|test\.js|wxs|log|env)$/.test(path))).toEqual([]);
      const readable = files.filter((path) => text.test(path) || path.endsWith('app.asar'));
      const found = readable.filter((path) => {
        const content = readFileSync(join(folder, path), 'latin1');
        return content.includes(root) || betrays.some((pattern) => pattern.test(content));
      });
      expect(found).toEqual([]);
    });

    it.skipIf(target.os === 'win')(
      'has programs that run, and no file that anybody may write',
      async () => {
        expect(statSync(node).mode & 0o777).toBe(0o755);
        const open = (await listFiles(folder)).filter((path) => {
          const status = lstatSync(join(folder, path));
          return !status.isSymbolicLink() && (status.mode & 0o022) !== 0;
        });
        expect(open).toEqual([]);
      },
    );
  },
);
