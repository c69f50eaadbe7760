import { registerHooks } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

// Runs the built app under an Electron in memory: node index-program.ts INDEX [RESOURCES]
// RESOURCES is the folder of a package's unpacked files; without it the app runs from a checkout.
// Waits until the window shows the portal, and quits. Prints both.

const [, , index = '', resources] = process.argv;
const module = new URL('electron-module.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: module, shortCircuit: true } : next(specifier, context),
});
Object.assign(process, { resourcesPath: resources });
const { electron } = await import('./electron-module.ts');
await import(pathToFileURL(index).href);
// As Electron does: a main module that waits for `ready` while it is evaluated never gets here.
electron.app.becomeReady();

const shown = () => electron.windows[0]?.webContents.getURL() ?? '';
while (!shown().endsWith('/portal')) await pause(50);
process.stdout.write(`shows ${shown()}\n`);
electron.app.quit();
while (electron.app.exitCode === undefined) await pause(50);
process.stdout.write(`ended with ${electron.app.exitCode}\n`);
process.exit();
