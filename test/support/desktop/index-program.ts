import { registerHooks } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

// Runs the built app under an Electron in memory: node index-program.ts INDEX
// Waits until its window shows the portal, and quits. Prints both.

const module = new URL('electron-module.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: module, shortCircuit: true } : next(specifier, context),
});
const { electron } = await import('./electron-module.ts');
await import(process.argv[2] ?? '');

const shown = () => electron.windows[0]?.webContents.getURL() ?? '';
while (!shown().endsWith('/portal')) await pause(50);
process.stdout.write(`shows ${shown()}\n`);
electron.app.quit();
while (electron.app.exitCode === undefined) await pause(50);
process.stdout.write(`ended with ${electron.app.exitCode}\n`);
process.exit();
