import { cp, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bundleNode } from '../../../build/bundle/bundle-node.ts';
import { bundleProduct } from '../../../build/bundle/bundle-product.ts';
import { stageFolder } from '../../../build/bundle/target.ts';
import { packTarget } from '../../../build/pack-target.ts';
import { stage } from '../../../build/stage/stage.ts';
import { removeFolder } from '../remove-folder.ts';
import { electron33, layOutElectron33 } from './unpack-electron.ts';

// Makes a .deb as `npm run pack` does, around the Electron that is for tests alone: node make-deb.ts
// Prints its path.
const root = join(import.meta.dirname, '../../..');
const target = { os: 'linux', arch: 'x64' } as const;
const output = join(root, 'dist/deb-for-tests');
// What is started by name must be this Node.
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
process.env['CUSTOM_FPM_PATH'] = join(root, 'test/support/pack/fpm.ts');
const electronDist = await layOutElectron33();
await removeFolder(output);

const bundle = await bundleProduct(root, join(output, 'bundle'));
// Electron 33 has the library of Node 20.
await bundleNode({
  root,
  entries: { index: 'main/index.ts' },
  outDir: join(bundle.folder, 'app'),
  format: 'es',
  external: ['electron'],
  target: 'node20',
});
const node = { version: process.versions.node, path: process.execPath, licence: null };
await stage({ root, target, bundle, node, updateKey: null, sign: async () => {} });
await standInForKeychain(join(stageFolder(root, target), 'app'));
const made = await packTarget({
  root,
  target,
  onlyFolder: false,
  config: {
    electronDist,
    electronVersion: electron33,
    linux: { target: 'deb' },
    directories: { output: join(output, 'release') },
  },
});
process.stdout.write(`${made.find((path) => path.endsWith('.deb'))}\n`);

/** Has the app begin with what Electron 33 lacks. */
async function standInForKeychain(app: string): Promise<void> {
  const name = 'async-keychain.mjs';
  await cp(join(import.meta.dirname, 'default', name), join(app, name));
  const file = join(app, 'package.json');
  const meta = JSON.parse(await readFile(file, 'utf8'));
  const begin = 'electron-33.mjs';
  await writeFile(join(app, begin), `import './${name}';\nawait import('./${meta.main}');\n`);
  await writeFile(file, JSON.stringify({ ...meta, main: begin }));
}
