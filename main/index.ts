import { homedir } from 'node:os';
import { join } from 'node:path';
import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { defaultDataFolder } from '../server/shared/data-folder.ts';
import { createAppLog } from './app/app-log.ts';
import { openAppliance } from './app/open-appliance.ts';
import { productFiles } from './app/product-files.ts';
import { runApp } from './app.ts';
import { openLogs } from './appliance/log-file.ts';
import { systemTimers } from './platform/timers.ts';
import { electronUpdaterSource } from './update/electron-updater-source.ts';

// The process of the desktop app: hands the real Electron and the real machine to `runApp`.

const { app, net } = electron;
const { platform, env, execPath, resourcesPath } = process;
const logDir = join(defaultDataFolder({ platform, home: homedir(), env }), 'logs');
const logs = openLogs(logDir, 'app');
const log = createAppLog(logs.own, Date.now);

/** Uses the system's proxy and certificate authorities. */
const systemFetch: typeof fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, init);

/** A bug ends the app. The server notices, finishes its calls and ends too. */
function endOnBug(error: unknown): void {
  log.error('an unexpected error', error);
  void logs.close().finally(() => app.exit(70));
}
process.on('uncaughtException', endOnBug);
// Electron's main process only warns about these.
process.on('unhandledRejection', endOnBug);

// Never awaited: Electron becomes ready only after this module has been evaluated.
runApp({
  electron,
  platform,
  args: process.argv.slice(1),
  program: execPath,
  logDir,
  log,
  timers: systemTimers,
  files: () =>
    productFiles({
      here: import.meta.dirname,
      resources: app.isPackaged ? resourcesPath : null,
      platform,
    }),
  open: ({ program }) =>
    openAppliance({
      electron,
      platform,
      env,
      resources: resourcesPath,
      program,
      log: logs.server,
      timers: systemTimers,
      fetch: systemFetch,
    }),
  updates: {
    source: electronUpdaterSource(() => electronUpdater.autoUpdater),
    fetch: systemFetch,
  },
  onEnd: logs.close,
}).catch(endOnBug);
