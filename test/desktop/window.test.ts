import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { guidedStartStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type RunningApp, runElectron, settleIn } from '../support/desktop/electron-app.ts';
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
      calls: Object.keys((globalThis as unknown as { appliance: object }).appliance).length,
    }));
    expect(found).toEqual({ node: [], calls: 12 });
  });

  it('refuses its pages devices, second windows and other places', async () => {
    const { page, url } = app;
    const got = await page.evaluate(async () => ({
      microphone: await navigator.mediaDevices
        .getUserMedia({ audio: true })
        .then(() => true)
        .catch(() => false),
      opened: window.open('https://example.com/') !== null,
    }));
    expect(got).toEqual({ microphone: false, opened: false });
    const refused = app.electron.evaluate(
      ({ webContents }) =>
        new Promise<boolean>((resolve) => {
          webContents
            .getAllWebContents()[0]
            ?.once('will-frame-navigate', ({ defaultPrevented }) => resolve(defaultPrevented));
        }),
    );
    await page.evaluate(() => location.assign('https://example.com/'));
    expect(await refused).toBe(true);
    expect(page.url()).toContain(url);
    // Playwright waits for the page that was refused until another one is loaded.
    await page.reload();
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
    await masked.filter({ hasText: 'hello my number is PHONE 1' }).first().waitFor();
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

  it('reloads a page on F5', async () => {
    await app.page.evaluate(() => document.body.setAttribute('data-old', ''));
    await app.electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents()[0]?.sendInputEvent({ type: 'keyDown', keyCode: 'F5' }),
    );
    await expect.poll(() => app.page.locator('body[data-old]').count()).toBe(0);
    await heading(commonStrings.pages.policies);
  });
});
