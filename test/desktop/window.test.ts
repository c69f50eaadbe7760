import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { invocations } from '../../main/ipc/schema.ts';
import { signInPath } from '../../main/window/trusted-urls.ts';
import { callStrings } from '../../renderer/calls/strings.ts';
import { guidedStartStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import {
  dataFolderOf,
  type RunningApp,
  runElectron,
  settleIn,
} from '../support/desktop/electron-app.ts';
import { type Desk, setUpDesk } from '../support/electron-33/desktop-session.ts';

let desk: Desk;
let app: RunningApp;

beforeAll(async () => {
  desk = await setUpDesk();
  app = await runElectron(desk, inject('installed'), { port: await settleIn(desk) });
  await app.page.waitForURL(`${app.url}/portal**`);
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

const heading = (name: string): Promise<void> =>
  app.page.getByRole('heading', { name, level: 1 }).waitFor();
const goTo = (name: string): Promise<void> =>
  app.page
    .getByRole('navigation', { name: commonStrings.productName })
    .getByRole('link', { name, exact: true })
    .click();

describe('The app in its window, from a checkout', () => {
  it('signs the person in without a prompt and opens on the first steps', async () => {
    await app.page.getByText(guidedStartStrings.intro).waitFor();
    await app.page.getByText('owner').waitFor();
    await desk.picture('1-first-steps');
  });

  it("runs its pages in Chromium's sandbox, without Node", async () => {
    const renderer = await app.electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents()[0]?.getOSProcessId(),
    );
    const status = await readFile(`/proc/${renderer}/status`, 'utf8');
    expect(status).toMatch(/^Seccomp:\t2$/m);
    const found = await app.page.evaluate(() => ({
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
      calls: Object.keys((globalThis as unknown as { appliance: object }).appliance),
    }));
    expect(found.node).toEqual([]);
    expect(found.calls.toSorted()).toEqual(
      [...Object.keys(invocations), 'onStateChanged'].toSorted(),
    );
  });

  it('gives its pages one small script, which knows no schema and asks for Electron alone', async () => {
    const script = await readFile(join(inject('installed').app, 'main/preload.cjs'), 'utf8');
    expect(script.length).toBeLessThan(4_000);
    expect(script.match(/require\("[^"]+"\)/g)).toEqual(['require("electron")']);
  });

  it('isolates its windows, without webviews, a spell checker or a cache on disk', async () => {
    const found = await app.electron.evaluate(({ app: main, session, webContents }) => {
      const [contents] = webContents.getAllWebContents();
      const own = session.fromPartition('persist:portal');
      return {
        preferences: (
          contents as unknown as { getLastWebPreferences(): object } | undefined
        )?.getLastWebPreferences(),
        shared: contents?.session === own,
        rtc: contents?.getWebRTCIPHandlingPolicy(),
        spellChecker: own.isSpellCheckerEnabled(),
        folder: own.storagePath ?? '',
        silent: [
          'disable-background-networking',
          'disable-component-update',
          'dns-prefetch-disable',
        ].filter((name) => !main.commandLine.hasSwitch(name)),
      };
    });
    expect(found).toMatchObject({
      preferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
      },
      shared: true,
      rtc: 'disable_non_proxied_udp',
      spellChecker: false,
      silent: [],
    });
    expect(await readdir(found.folder)).not.toContain('Cache');
  });

  it('refuses its pages devices, screens and all permissions but to copy text', async () => {
    const got = await app.electron.evaluate(async ({ webContents }) =>
      webContents.getAllWebContents()[0]?.executeJavaScript(
        `(async () => {
          const given = (asked) => asked.then(() => true, () => false);
          const allowed = [];
          const names = ['camera', 'clipboard-read', 'clipboard-write', 'geolocation', 'midi', 'notifications'];
          for (const name of names)
            if ((await navigator.permissions.query({ name })).state === 'granted') allowed.push(name);
          return {
            allowed,
            microphone: await given(navigator.mediaDevices.getUserMedia({ audio: true })),
            screen: await given(navigator.mediaDevices.getDisplayMedia({ video: true })),
          };
        })()`,
        true,
      ),
    );
    expect(got).toEqual({ allowed: ['clipboard-write'], microphone: false, screen: false });
  });

  it.each([
    'https://example.com/portal',
    'http://127.0.0.1:1/portal',
    'http://127.0.0.1.example.com/portal',
    'appliance://other/',
  ])('stays with the portal when a page goes to %s', async (elsewhere) => {
    const { page, url } = app;
    const wentTo = await watchNavigation();
    await page.evaluate((to) => location.assign(to), elsewhere);
    await expect.poll(wentTo).toEqual({ url: elsewhere, refused: true });
    expect(page.url()).toContain(`${url}/portal`);
    // Playwright waits for the page that was refused until another one is loaded.
    await page.reload();
  });

  it("follows the portal's own links, and those to a second window in the first", async () => {
    const { page, url } = app;
    await page.evaluate(() => location.assign('/portal/live'));
    await page.waitForURL(`${url}/portal/live`);
    expect(await page.evaluate(() => window.open('/portal/calls'))).toBeNull();
    await page.waitForURL(`${url}/portal/calls`);
    expect(await openWindows()).toBe(1);
  });

  it("opens pages of tunnel providers in the system's browser, and no other page", async () => {
    await app.electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (to) => void opened.push(to);
    });
    const got = await app.page.evaluate(() =>
      ['https://dash.cloudflare.com/tunnels', 'https://example.com/'].map((to) => window.open(to)),
    );
    expect(got).toEqual([null, null]);
    await expect
      .poll(() =>
        app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened),
      )
      .toEqual(['https://dash.cloudflare.com/tunnels']);
  });

  it('lets no other web contents navigate or open a window', async () => {
    const got = await app.electron.evaluate(async ({ BrowserWindow }, portal) => {
      const stray = new BrowserWindow({ show: false });
      await stray.loadURL('about:blank');
      const refused = new Promise<boolean>((resolve) => {
        stray.webContents.once('will-frame-navigate', ({ defaultPrevented }) =>
          resolve(defaultPrevented),
        );
      });
      const opened = await stray.webContents.executeJavaScript(`window.open('${portal}') !== null`);
      await stray.webContents.executeJavaScript(`location.assign('${portal}')`);
      const result = { refused: await refused, opened };
      stray.destroy();
      return result;
    }, `${app.url}/portal`);
    expect(got).toEqual({ refused: true, opened: false });
  });

  it('shows a live call', async () => {
    await goTo(commonStrings.pages.live);
    const { id, secret } = await app.page.evaluate(async () => {
      const post = async (path: string, body?: object) => {
        const headers = { 'content-type': 'application/json' };
        const text = body === undefined ? {} : { headers, body: JSON.stringify(body) };
        return (await fetch(`/api/v1/agents${path}`, { method: 'POST', ...text })).json();
      };
      const { agent } = await post('', { name: 'Front desk', upstream: 'stub' });
      const { token } = await post(`/${agent.id}/tokens`);
      return { id: agent.id as string, secret: token.secret as string };
    });
    await app.page.getByRole('heading', { name: callStrings.live.empty.title }).waitFor();
    const said = { role: 'user', content: 'hello my number is 415-555-0142' };
    const answer = await fetch(`${app.url}/proxy/${id}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model: 'm', call: { id: 'a-call' }, messages: [said] }),
    });
    expect(answer.status).toBe(200);
    const masked = app.page.locator('.turn-text[data-side="public"]');
    await masked.filter({ hasText: 'hello my number is Phone number 1' }).first().waitFor();
    await desk.picture('2-live-call');
  });

  it('saves a report as PDF where the person chooses', async () => {
    const file = join(desk.home, 'report.pdf');
    const saved = app.electron.evaluate(
      ({ session }, path) =>
        new Promise<string>((resolve) => {
          session.fromPartition('persist:portal').once('will-download', (_event, item) => {
            const proposed = item.getSaveDialogOptions().defaultPath ?? '';
            // No person answers the dialog.
            item.setSavePath(path);
            item.once('done', () => resolve(proposed));
          });
        }),
      file,
    );
    await goTo(commonStrings.pages.calls);
    await app.page.getByRole('row').filter({ hasText: 'Front desk' }).getByRole('link').click();
    await app.page.getByRole('button', { name: callStrings.detail.report.pdf }).click();
    expect(await saved).toMatch(/report-sess_[0-9A-Z]{26}\.pdf$/);
    expect((await readFile(file)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    await desk.picture('3-report-saved');
  });

  it('restarts a killed server, and reloads a page whose script did not load meanwhile', async () => {
    const killed = await app.server();
    process.kill(killed, 'SIGKILL');
    // The page's code was not loaded before, and now no server can give it.
    await goTo(commonStrings.pages.policies);
    await expect.poll(() => app.server().catch(() => killed)).not.toBe(killed);
    await heading(commonStrings.pages.policies);
    await desk.picture('4-after-restart');
  });

  it.each([
    { key: 'F5', keyCode: 'F5', modifiers: [] },
    { key: 'Ctrl+R', keyCode: 'R', modifiers: ['control' as const] },
    { key: 'Cmd+R', keyCode: 'R', modifiers: ['meta' as const] },
  ])('reloads a page on $key', async ({ keyCode, modifiers }) => {
    await app.page.evaluate(() => document.body.setAttribute('data-old', ''));
    await app.electron.evaluate(
      ({ webContents }, keys) =>
        webContents.getAllWebContents()[0]?.sendInputEvent({ type: 'keyDown', ...keys }),
      { keyCode, modifiers },
    );
    await expect.poll(() => app.page.locator('body[data-old]').count()).toBe(0);
    await heading(commonStrings.pages.policies);
  });

  it('signs the person in again without a prompt when the portal asks for it', async () => {
    const { electron, page, url } = app;
    const sessionCookie = () =>
      electron.evaluate(async ({ session }) => {
        const cookies = await session.fromPartition('persist:portal').cookies.get({});
        return cookies.find(({ name }) => name === 'svc_session')?.value ?? '';
      });
    const before = await sessionCookie();
    await electron.evaluate(({ session }) =>
      session.fromPartition('persist:portal').clearStorageData({ storages: ['cookies'] }),
    );
    await page.evaluate((path) => location.assign(path), signInPath);
    // What the page asks meanwhile may sign the person in too.
    await expect.poll(async () => ['', before].includes(await sessionCookie())).toBe(false);
    await page.waitForURL(`${url}/portal**`);
    await page.getByText('owner').waitFor();
  });

  it('reloads a page that crashes, and closes the window if it keeps crashing', async () => {
    const { electron, url } = app;
    const crash = () =>
      electron.evaluate(({ webContents }) => {
        const [contents] = webContents.getAllWebContents();
        if (contents?.isCrashed() === false) contents.forcefullyCrashRenderer();
      });
    await crash();
    await expect
      .poll(() =>
        electron.evaluate(({ webContents }) => {
          const [contents] = webContents.getAllWebContents();
          return contents?.isCrashed() === false && !contents.isLoading() ? contents.getURL() : '';
        }),
      )
      .toContain(`${url}/portal`);
    await expect
      .poll(async () => {
        await crash();
        return await openWindows();
      })
      .toBe(0);
  });

  it('serves on without a window, and a second start of the app opens it again', async () => {
    const server = await app.server();
    const { electron, app: folder } = inject('installed');
    const second = spawn(await desk.starterOf(electron), [folder], { stdio: 'ignore' });
    expect(await once(second, 'exit')).toEqual([0, null]);
    await expect.poll(openWindows).toBe(1);
    expect(await app.server()).toBe(server);
  });

  it('keeps its keys sealed by the keychain, and in no log', async () => {
    const data = dataFolderOf(desk);
    const sealed = JSON.parse(await readFile(join(data, 'keys.sealed'), 'utf8'));
    expect(sealed).toMatchObject({ backend: 'gnome_libsecret' });
    for (const file of await readdir(join(data, 'logs')))
      expect(await readFile(join(data, 'logs', file), 'utf8')).not.toMatch(/[0-9a-f]{64}/);
  });

  it('ends with its server when the person quits it', async () => {
    const ended = once(app.electron.process(), 'exit');
    // The connection is gone before an answer comes.
    void app.electron.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
    expect(await ended).toEqual([0, null]);
    expect(await readdir(dataFolderOf(desk))).not.toContain('host.json');
  });
});

const openWindows = (): Promise<number> =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Resolves once the window's page is watched, with a function that reads where it went last. */
async function watchNavigation() {
  await app.electron.evaluate(({ webContents }) => {
    webContents.getAllWebContents()[0]?.once('will-frame-navigate', ({ url, defaultPrevented }) => {
      Object.assign(globalThis, { wentTo: { url, refused: defaultPrevented } });
    });
  });
  return () => app.electron.evaluate(() => (globalThis as unknown as { wentTo?: object }).wentTo);
}
