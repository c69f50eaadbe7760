import Module, { createRequire } from 'node:module';

// Looks for known weaknesses of Electron apps: node scan-program.ts FOLDER ELECTRON_VERSION
// Its last line of output is what it found, as JSON. In a process of its own, for the scanner changes globals.

const [input, electronVersionOverride] = process.argv.slice(2);
const require = createRequire(import.meta.url);

// It would fetch translations and lists of releases.
const scanner = createRequire(require.resolve('@doyensec/electronegativity'));
const got = scanner.resolve('got');
const offline = new Module(got);
offline.exports = () => Promise.reject(new Error('offline'));
offline.loaded = true;
require.cache[got] = offline;

const scan = require('@doyensec/electronegativity') as (options: object) => Promise<unknown>;
const found = await scan({
  input,
  electronVersionOverride,
  parserPlugins: ['explicitResourceManagement', 'importAttributes'],
  excludeFromScan: [
    'availablesecurityfixesglobalcheck',
    // It looks for policies in HTML files; pages here bring theirs as a header, and tests look at it.
    'cspglobalcheck',
  ],
});
process.stdout.write(`\n${JSON.stringify(found)}\n`);
