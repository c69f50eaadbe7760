import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { freePort } from '../free-port.ts';
import { removeFolder } from '../remove-folder.ts';
import { appFolder, buildApp } from './built-app.ts';

/** The Electron to test with, such as `node_modules/electron/dist/electron`. */
export const electronBinary = process.env['ELECTRON_BIN'];

/** The app in a real Electron, with a server and folders of its own. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  /** Its window, at the portal. */
  readonly page: Page;
  readonly url: string;
  /** Process id of its server. */
  server(): Promise<number>;
  close(): Promise<void>;
}

export async function runElectron(executablePath: string): Promise<RunningApp> {
  await buildApp();
  const folder = await mkdtemp(join(tmpdir(), 'svc-electron-'));
  const values = { port: await freePort(), ingressPort: await freePort() };
  const dataFolder = join(folder, 'data');
  const settings = { version: 1, values: { ...values, dataFolder } };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
  const more = (process.env['ELECTRON_ARGS'] ?? '').split(' ').filter((arg) => arg !== '');
  const electron = await _electron.launch({
    executablePath,
    args: [appFolder, `--user-data-dir=${folder}`, ...more],
  });
  const page = await electron.firstWindow();
  const url = `http://127.0.0.1:${values.port}`;
  await page.waitForURL(`${url}/portal**`);
  return {
    electron,
    page,
    url,
    async server() {
      const host = await readFile(join(dataFolder, 'host.json'), 'utf8');
      return JSON.parse(host).server.pid;
    },
    async close() {
      await electron.close();
      await removeFolder(folder);
    },
  };
}
