import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProduct } from './bundle/bundle-product.ts';
import { nameOf, platformOf, targetNamed, targets } from './bundle/target.ts';
import { packTarget } from './pack-target.ts';
import { signPackages, updateKeyOf } from './sign-packages.ts';
import { bundledNode } from './stage/bundled-node.ts';
import { signMachineCode } from './stage/sign-machine-code.ts';
import { stage } from './stage/stage.ts';

// npm run pack [-- TARGET…] [--dir]: packs for this machine, or for the named targets (linux-x64
// …). With --dir it stops at the folder that an installer would install. UPDATE_SIGNING_KEY names
// the file of an Ed25519 private key (PEM): these packages accept updates signed with it.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dir: { type: 'boolean', default: false } },
});
const root = join(import.meta.dirname, '..');
const own = targets.find(
  (target) => platformOf(target) === process.platform && target.arch === process.arch,
);
const wanted = positionals.length === 0 ? [own] : positionals.map(targetNamed);
const known = wanted.filter((target) => target !== undefined);
if (known.length !== wanted.length) {
  process.stderr.write(`packages are made for ${targets.map(nameOf).join(', ')}\n`);
  process.exit(64);
}

const keyFile = process.env['UPDATE_SIGNING_KEY'];
const signingKey = keyFile === undefined ? null : await readFile(keyFile, 'utf8');
const updateKey = signingKey === null ? null : updateKeyOf(signingKey);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await rm(join(root, 'dist'), { recursive: true, force: true });
await mkdir(join(root, 'dist'));
const bundle = await bundleProduct(root, join(root, 'dist/bundle'));
for (const target of known) {
  const node = await bundledNode(target, { root, cache: join(root, 'node_modules/.cache/node') });
  const sign = (product: string) => signMachineCode(root, target, product);
  await stage({ root, target, bundle, node, updateKey, sign });
  const made = await packTarget({ root, target, onlyFolder: values.dir });
  if (signingKey !== null) await signPackages(made, version, signingKey);
}
