import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { applianceStrings } from '../../renderer/appliance/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import {
  dataFolderOf,
  type RunningApp,
  runElectron,
  settleIn,
} from '../support/desktop/electron-app.ts';
import { type Desk, type Session, setUpDesk } from '../support/electron-33/desktop-session.ts';

let desk: Desk;
let app: RunningApp | undefined;

beforeEach(async () => {
  desk = await setUpDesk();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await desk.close();
});

async function open(port: number, session: Session = {}): Promise<RunningApp> {
  app = await runElectron(desk, inject('installed'), { port, session });
  return app;
}

describe('The app in a real Electron, when something is wrong', () => {
  it('names the switch that helps on an unrecognised desktop, and asks for no kit', async () => {
    const { page } = await open(await settleIn(desk), { env: { XDG_CURRENT_DESKTOP: '' } });
    await page.getByText('--password-store=gnome-libsecret').waitFor();
    expect(await page.getByLabel('Recovery kit lines').isVisible()).toBe(false);
    await desk.picture('7-desktop-not-recognised');
  });

  it('names the setting whose port another program uses', async () => {
    const port = await settleIn(desk);
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { page } = await open(port);
    await page.getByText(`Port of the portal: 127.0.0.1:${port} cannot be listened on`).waitFor();
    await desk.picture('8-port-taken');
    other.close();
    await page.getByRole('button', { name: 'Restart the service' }).click();
    await page.waitForURL(`http://127.0.0.1:${port}/portal**`);
  });

  it('serves calls with a wrong update setting, and says so', async () => {
    const { page, url } = await open(await settleIn(desk, { updates: 'feed' }));
    await page.waitForURL(`${url}/portal**`);
    await page.getByRole('link', { name: commonStrings.pages.appliance, exact: true }).click();
    await page.getByText(applianceStrings.wrongSettings).waitFor();
    await page.getByText(applianceStrings.service.phases.running, { exact: true }).waitFor();
    await desk.picture('9-wrong-setting-of-updates');
  });

  it('ends with its server after a bug in asynchronous code, and logs no word of it', async () => {
    const { electron, page, url, server } = await open(await settleIn(desk));
    await page.waitForURL(`${url}/portal**`);
    const pid = await server();
    const ended = once(electron.process(), 'exit');
    await electron.evaluate(() => {
      setTimeout(() => void Promise.reject(new TypeError('415-555-0142')));
    });
    const [code] = await ended;
    // Two ends in 315 crashed within Electron 33's own teardown, on memory that it had freed: 139.
    expect([70, 139]).toContain(code);
    await expect.poll(() => isAlive(pid)).toBe(false);
    const log = await readFile(join(dataFolderOf(desk), 'logs/app.log'), 'utf8');
    expect(log).toContain('"class":"TypeError"');
    expect(log).not.toContain('415-555');
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
