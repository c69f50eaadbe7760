import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import type { Desk, Session } from '../electron-33/desktop-session.ts';
import type { Installed } from '../electron-33/install.ts';
import { freePort } from '../free-port.ts';

/** The app in a real Electron, with a server of its own. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  /** Its window. */
  readonly page: Page;
  /** Of its portal. */
  readonly url: string;
  /** Process id of its server. Rejects while there is none. */
  server(): Promise<number>;
  close(): Promise<void>;
}

/** Writes the person's settings; resolves with the port of the portal, which is a free one. */
export async function settleIn({ home, handOver }: Desk, more: object = {}): Promise<number> {
  const port = await freePort();
  const folder = join(home, '.config/voice-phi-proxy');
  await mkdir(folder, { recursive: true });
  const values = { port, ingressPort: await freePort(), ...more };
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, values }));
  await handOver();
  return port;
}

/** Where the app of a desk keeps its data. */
export const dataFolderOf = ({ home }: Desk): string => join(home, '.local/share/voice-phi-proxy');

/** Starts the app in Chromium's sandbox, and waits for its window. */
export async function runElectron(
  desk: Desk,
  installed: Installed,
  { port, session }: { readonly port: number; readonly session?: Session },
): Promise<RunningApp> {
  const electron = await _electron.launch({
    executablePath: await desk.starterOf(installed.electron, session),
    args: [installed.app],
    chromiumSandbox: true,
  });
  try {
    const page = await electron.firstWindow();
    // On a busy machine the app needs longer than Playwright's 30 seconds.
    page.setDefaultTimeout(90_000);
    return {
      electron,
      page,
      url: `http://127.0.0.1:${port}`,
      async server() {
        const host = await readFile(join(dataFolderOf(desk), 'host.json'), 'utf8');
        return JSON.parse(host).server.pid;
      },
      close: () => electron.close(),
    };
  } catch (error) {
    // No other code knows the process. Playwright makes its starter lead a group, with the app in it.
    const { pid } = electron.process();
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    throw error;
  }
}
