// Plain JavaScript for the Node that runs npm (decision 0098).
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname ?? 'build', '../node_modules');
const { platform, arch } = process;
const windows = platform === 'win32';
const own = `node-${windows ? 'win' : platform}-${arch}`;
const link = join(modules, '.bin', windows ? 'node.cmd' : 'node');

// npm 10 removes node_modules/.bin/node when it leaves out the Nodes of other systems, which have a program of the
// same name: this puts it back.
if (existsSync(join(modules, own)) && !existsSync(link)) {
  if (windows) writeFileSync(link, `@"%~dp0\\..\\${own}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(join('..', own, 'bin/node'), link);
}

// What cannot run here is most of an installation (decision 0119). Where the packagers are installed it stays: they
// make packages for other systems.
if (!existsSync(join(modules, 'electron-builder'))) {
  rmSync(join(modules, own, 'include'), { recursive: true, force: true });
  const libraries = join(modules, 'onnxruntime-node/bin/napi-v6');
  removeOthers(libraries, platform);
  removeOthers(join(libraries, platform), arch);
}

/** Removes all of a folder but one; nothing where it does not have that one. */
function removeOthers(folder, kept) {
  if (!existsSync(join(folder, kept))) return;
  for (const name of readdirSync(folder))
    if (name !== kept) rmSync(join(folder, name), { recursive: true });
}
