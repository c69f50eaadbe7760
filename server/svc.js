#!/usr/bin/env node
// Plain JavaScript that any Node since 12.20 can read: an older one could not even parse the rest.
// The encrypted database needs Node-API 10 and would crash without it; TypeScript needs Node 24.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';
import v8 from 'node:v8';

// SIGUSR1 would open Node's inspector, which shows all memory, and SIGUSR2 would end the process.
for (const signal of ['SIGUSR1', 'SIGUSR2']) process.on(signal, () => undefined);

const major = Number(process.versions.node.split('.')[0]);

if (major < 24 || !(Number(process.versions.napi) >= 10)) {
  process.stderr.write(
    `svc needs Node.js 24 or newer, and this is ${process.version}. ` +
      'In a checkout, "npm ci" installs one for Linux and Windows, and "npm run svc -- <command>" uses it; ' +
      'if that fails too, run "npm ci" again. Otherwise install Node.js from https://nodejs.org.\n',
  );
  process.exitCode = 78;
} else {
  limitThreadsApart();
  freeCompilationsAtOnce();
  keepStrippedSource();
  void import('./cli/main.ts');
}

/** The limit on young objects that this process was started with is its own; threads name theirs. */
function limitThreadsApart() {
  v8.setFlagsFromString('--max-semi-space-size=0');
}

/** Else the memory of hundreds of finished compilations waits until V8's one thread is idle (decision 0044). */
function freeCompilationsAtOnce() {
  v8.setFlagsFromString('--no-maglev-destroy-on-background');
}

/** In a checkout: strips types once into a cache in `node_modules`, not in each thread at each start. */
function keepStrippedSource() {
  const packages = resolve(import.meta.dirname, '../node_modules');
  if (!existsSync(resolve(import.meta.dirname, 'cli/main.ts')) || !existsSync(packages)) return;
  const folder = process.env.NODE_COMPILE_CACHE || resolve(packages, '.cache/svc');
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache(folder);
}
