import { memoryElectron } from './electron.ts';

// Stands for the module `electron` in a process that has none (index-program.ts).

/** Everything that the app made of it, for the test that plays the person. */
export const electron = memoryElectron({
  folder: process.env['DESKTOP_FOLDER'] ?? '',
  // The other Electron of a process has this too, where it runs a package.
  packaged: 'resourcesPath' in process && process.resourcesPath !== undefined,
});
export const {
  app,
  BrowserWindow,
  Menu,
  Notification,
  Tray,
  clipboard,
  dialog,
  ipcMain,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} = electron.parts;
export const net = { fetch };
