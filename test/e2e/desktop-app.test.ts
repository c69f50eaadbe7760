import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAppliance } from '../../main/app/open-appliance.ts';
import { productFiles } from '../../main/app/product-files.ts';
import type { ServerState } from '../../main/ipc/schema.ts';
import { systemTimers } from '../../main/platform/timers.ts';
import { emptyLayer } from '../../main/settings/settings-layer.ts';
import { type Desktop, startDesktop } from '../support/desktop/desktop-kit.ts';
import { freePort } from '../support/free-port.ts';
import { processEnv } from '../support/process-env.ts';

/** The app with its own server, as a process, under the Node of the product. */
async function openDesktop(): Promise<Desktop & { readonly lines: string[] }> {
  const lines: string[] = [];
  const here = join(import.meta.dirname, '../../main');
  const { program } = await productFiles({ here, resources: null, platform: process.platform });
  const desktop = await startDesktop({
    async open({ parts }, folder) {
      const values = { port: await freePort(), ingressPort: await freePort() };
      await mkdir(join(folder, 'userData'));
      const file = join(folder, 'userData', 'settings.json');
      await writeFile(file, JSON.stringify({ version: 1, values }));
      return await openAppliance({
        electron: parts,
        platform: 'linux',
        env: { ...processEnv(), XDG_DATA_HOME: folder },
        resources: folder,
        program,
        timers: systemTimers,
        fetch,
        log: { write: (line) => lines.push(line) },
        machine: { readPolicy: async () => emptyLayer, readPreset: async () => emptyLayer },
        times: { firstPauseMs: 50 },
      });
    },
  });
  onTestFinished(async () => {
    desktop.electron.app.quit();
    await expect.poll(() => desktop.electron.app.exitCode).toBe(0);
  });
  return { ...desktop, lines };
}

/** Asks the portal's API as its page does. */
async function api(desktop: Desktop, path: string): Promise<Response> {
  const { webContents } = desktop.window();
  const session = webContents.session.cookies.get('svc_session');
  return await fetch(new URL(path, webContents.getURL()), {
    headers: { cookie: `svc_session=${session}` },
  });
}

const serverOf = async ({ folder }: Desktop): Promise<number> =>
  JSON.parse(await readFile(join(folder, 'voice-phi-proxy', 'host.json'), 'utf8')).server.pid;

/** Both the server and the sign-in load much that is new to them. */
const patience = { timeout: 90_000, interval: 50 };
const portalUrl = /^http:\/\/127\.0\.0\.1:\d+\/portal$/;

async function reachPortal(desktop: Desktop): Promise<void> {
  await expect.poll(() => desktop.window().webContents.getURL(), patience).toMatch(portalUrl);
}

describe('The person who opens the app', { timeout: 180_000 }, () => {
  it('is signed in without a prompt, stays so when the server was killed, and has sealed keys', async () => {
    const desktop = await openDesktop();
    const { webContents } = desktop.window();
    await reachPortal(desktop);
    expect(webContents.page?.status).toBe(200);
    const me = await api(desktop, '/api/v1/me');
    expect(await me.json()).toMatchObject({ user: { login: 'owner', admin: true } });

    const states: ServerState[] = [];
    webContents.appliance?.onStateChanged(({ server }) => states.push(server));
    const killed = await serverOf(desktop);
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => states.at(-1), patience)
      .toMatchObject({ phase: 'running', restarts: 1, lastExit: 'SIGKILL' });
    expect(await serverOf(desktop)).not.toBe(killed);
    expect((await api(desktop, '/api/v1/me')).status).toBe(200);

    const sealed = await readFile(join(desktop.folder, 'voice-phi-proxy', 'keys.sealed'), 'utf8');
    expect(JSON.parse(sealed)).toMatchObject({ backend: 'gnome_libsecret' });
    expect(desktop.lines.join('\n')).not.toMatch(/[0-9a-f]{64}/);
  });
});
