import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guidedStartStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { settleIn } from '../support/desktop/electron-app.ts';
import { type Desk, setUpDesk } from '../support/electron-33/desktop-session.ts';
import { freePort } from '../support/free-port.ts';

const run = promisify(execFile);
const name = 'voice-phi-proxy';
const makeDeb = join(import.meta.dirname, '../support/electron-33/make-deb.ts');
/** It installs a package on this machine, for which apt needs root. */
const mayInstall = process.getuid?.() === 0;

const apt = async (...args: readonly string[]): Promise<string> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patient = ['--yes', '-o', 'DPkg::Lock::Timeout=300'];
  return (await run('apt-get', [...patient, ...args], { env })).stdout;
};

/** Everything of the product, wherever a package puts it. */
async function traces(): Promise<string[]> {
  const places = ['/etc', '/opt', '/usr', '/var/lib', '/var/log'];
  const { stdout } = await run('find', [...places, '-xdev', '-name', `${name}*`, '-prune']);
  return stdout.split('\n').filter((path) => path !== '' && !path.startsWith('/var/lib/dpkg/'));
}

describe.skipIf(!mayInstall)('The .deb, around the Electron that is for tests alone', () => {
  let desk: Desk;
  let deb: string;
  let app: ChildProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (existsSync(`/opt/${name}`)) throw new Error(`${name} is installed here: remove it first`);
    desk = await setUpDesk();
    // What runs as a test would be built as one.
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    const { stdout } = await run(process.execPath, [makeDeb], { env });
    deb = stdout.trim().split('\n').at(-1) ?? '';
  });
  afterAll(async () => {
    // The starter leads a group of its own, with the app in it.
    if (app?.pid !== undefined && app.exitCode === null) process.kill(-app.pid, 'SIGKILL');
    await desk?.close();
  });

  it('is installed with what it needs', async () => {
    expect(await apt('install', deb)).toContain(`Setting up ${name}`);
    expect(existsSync(`/usr/bin/${name}`)).toBe(true);
  });

  it('opens its window for an ordinary user, signed in', async () => {
    const port = await settleIn(desk);
    const debugging = await freePort();
    const starter = await desk.starterOf(`/usr/bin/${name}`);
    app = spawn(starter, [`--remote-debugging-port=${debugging}`], {
      stdio: 'ignore',
      detached: true,
    });
    await expect
      .poll(async () => {
        browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugging}`);
        return browser.contexts()[0]?.pages().length;
      })
      .toBe(1);
    page = browser.contexts()[0]?.pages()[0] as Page;
    await page.waitForURL(`http://127.0.0.1:${port}/portal**`);
    await page.getByText(guidedStartStrings.intro).waitFor();
    await page.getByText('owner').waitFor();
    await desk.picture('5-installed');
  });

  it('shows what it does on this computer', async () => {
    await page.getByRole('link', { name: commonStrings.pages.appliance, exact: true }).click();
    await page.getByText('serving calls').waitFor();
    await desk.picture('6-installed-this-computer');
  });

  it('ends when the person quits it, and its server with it', async () => {
    const ended = once(app, 'exit');
    const session = await browser.newBrowserCDPSession();
    // The connection is gone before an answer comes.
    void session.send('Browser.close').catch(() => undefined);
    expect(await ended).toEqual([0, null]);
    const left = await run('pgrep', ['-f', `/opt/${name}/`]).catch(({ stdout }) => ({ stdout }));
    expect(left.stdout).toBe('');
  });

  it('is purged and leaves nothing', async () => {
    await apt('purge', name);
    expect(await traces()).toEqual([]);
  });
});
