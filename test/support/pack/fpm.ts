#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// Makes a .deb in place of fpm, which electron-builder would download: from the same arguments, with
// dpkg-deb. An argument it does not know stops it.
const scripts: Readonly<Record<string, string>> = {
  '--after-install': 'postinst',
  '--before-remove': 'prerm',
  '--after-remove': 'postrm',
};
const fields: Readonly<Record<string, string>> = {
  '--name': 'Package',
  '--version': 'Version',
  '--architecture': 'Architecture',
  '--maintainer': 'Maintainer',
  '--vendor': 'Vendor',
  '--url': 'Homepage',
  '--deb-priority': 'Priority',
  '--license': 'License',
  '-d': 'Depends',
  '--deb-recommends': 'Recommends',
};
const ignored = ['-s', '-t', '--deb-compression', '--category'];

const control = new Map<string, string[]>();
const root = mkdtempSync(join(tmpdir(), 'deb-'));
let output = '';
mkdirSync(join(root, 'DEBIAN'));

const [, , ...given] = process.argv.flatMap((arg) =>
  /^--[\w-]+=/.test(arg)
    ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)]
    : [arg],
);
while (given.length > 0) take(given.shift() ?? '');
const head = [...control].map(([field, values]) => `${field}: ${values.join(', ')}\n`);
writeFileSync(join(root, 'DEBIAN/control'), head.join(''));
execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', root, output]);
rmSync(root, { recursive: true });

function take(arg: string): void {
  if (arg === '--force') return;
  if (!arg.startsWith('-')) {
    put(arg);
    return;
  }
  const value = given.shift() ?? '';
  if (arg === '--package') output = value;
  else if (arg === '--description')
    control.set('Description', [value.trim().replace(/\n\s*/g, '\n ')]);
  else if (fields[arg] !== undefined)
    control.set(fields[arg], [...(control.get(fields[arg]) ?? []), value]);
  else if (scripts[arg] !== undefined) script(value, scripts[arg]);
  else if (!ignored.includes(arg)) throw new Error(`what is ${arg}?`);
}

function script(from: string, name: string): void {
  const path = join(root, 'DEBIAN', name);
  cpSync(from, path);
  chmodSync(path, 0o755);
}

/** `FROM=TO`; a folder that ends with a slash gives what is in it. */
function put(mapping: string): void {
  const at = mapping.lastIndexOf('=');
  const [from, to] = [mapping.slice(0, at), join(root, mapping.slice(at + 1))];
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-a', from.endsWith('/') ? `${from}.` : from, to]);
}
