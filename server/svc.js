#!/usr/bin/env node
// Plain JavaScript that any Node since 12.20 can read: an older one could not even parse the rest.
// The encrypted database needs Node-API 10 and would crash without it; TypeScript needs Node 24.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24 || !(Number(process.versions.napi) >= 10)) {
  process.stderr.write(
    `svc needs Node.js 24 or newer, and this is ${process.version}. ` +
      'Install it from https://nodejs.org, or run "npm run svc -- <command>", which brings its own.\n',
  );
  process.exitCode = 78;
} else {
  void import('./cli.ts');
}
