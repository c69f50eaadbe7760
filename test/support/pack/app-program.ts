import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// Loads the main script of a packed app with an Electron that says that the app runs already.
// Prints `quit` when the app, having loaded all of itself, then ends: node app-program.ts MAIN
const electron = `
export const app = {
  isPackaged: true,
  requestSingleInstanceLock: () => false,
  quit: () => process.stdout.write('quit'),
  exit: (code) => process.exit(code),
};
export const net = {};
`;
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(electron)}`, shortCircuit: true }
      : next(name, context),
});
await import(pathToFileURL(process.argv[2] ?? '').href);
