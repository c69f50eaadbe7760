// Plain JavaScript for the Node that runs npm. npm 10 removes node_modules/.bin/node when it leaves out the Nodes
// of other systems, which have a program of the same name: this puts it back (decision 0098).
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname ?? 'build', '../node_modules');
const windows = process.platform === 'win32';
const own = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const link = join(modules, '.bin', windows ? 'node.cmd' : 'node');

if (existsSync(join(modules, own)) && !existsSync(link)) {
  if (windows) writeFileSync(link, `@"%~dp0\\..\\${own}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(join('..', own, 'bin/node'), link);
}
