import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import './async-keychain.mjs';

// What Electron's own default app does with `electron [switches] FOLDER`: runs the app in that folder.
const given = process.argv.slice(1).find((arg) => !arg.startsWith('-'));
const folder = resolve(given ?? '.');
const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
Object.defineProperty(process, 'defaultApp', { value: true });
app.setVersion(version);
app.setName(name);
app.setAppPath(folder);
await import(pathToFileURL(createRequire(import.meta.url).resolve(folder)).href);
