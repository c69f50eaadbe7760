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

// What cannot run here is most of an installation (decisions 0119, 0139). Where the packagers are installed it stays:
// they make packages for other systems. The source of SQLite is removed last: while it is there, the rest may be too.
const sqlite = join(modules, 'better-sqlite3-multiple-ciphers');
const source = join(sqlite, 'deps');
if (existsSync(source) && !existsSync(join(modules, 'electron-builder'))) {
  process.stdout.write('Removing what does not run on this machine\n');
  remove(join(modules, own, 'include'));
  const libraries = join(modules, 'onnxruntime-node/bin/napi-v6');
  removeOthers(libraries, (name) => name === platform);
  removeOthers(join(libraries, platform), (name) => name === arch);
  // Those of a Linux with musl have a name of their own.
  removeOthers(
    join(sqlite, 'prebuilds'),
    (name) => name.startsWith(platform) && name.endsWith(`-${arch}.node`),
  );
  removeNotes();
  remove(source);
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

/** Removes all of a folder but what is kept; nothing where that is not there. */
function removeOthers(folder, isKept) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (!names.some(isKept)) return;
  for (const name of names) if (!isKept(name)) remove(join(folder, name));
}

/** Source maps and types of packages, which tell people and compilers about code, and never run. */
function removeNotes() {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(map|d\.[cm]?ts)$/.test(entry.name)) continue;
    remove(join(entry.parentPath ?? entry.path, entry.name));
  }
}
