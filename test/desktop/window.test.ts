import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../renderer/lib/strings/calls.ts';
import { common } from '../../renderer/lib/strings/common.ts';
import { electronBinary, type RunningApp, runElectron } from '../support/desktop/electron-app.ts';
import { setup as buildPortal } from '../support/portal/build-portal.ts';

describe.skipIf(electronBinary === undefined)('The app in its window', () => {
  let app: RunningApp;

  beforeAll(async () => {
    await buildPortal();
    app = await runElectron(electronBinary ?? '');
  });
  afterAll(() => app.close());

  const heading = (name: string): Promise<void> =>
    app.page.getByRole('heading', { name, level: 1 }).waitFor();
  const goTo = (name: string): Promise<void> =>
    app.page
      .getByRole('navigation', { name: common.productName })
      .getByRole('link', { name, exact: true })
      .click();

  it('is signed in without a prompt', async () => {
    await heading(common.pages.live);
    await app.page.getByText('owner').waitFor();
  });

  it('is a page that cannot reach Node, ask for devices or leave the portal', async () => {
    const { page, url } = app;
    const reach = await page.evaluate(async () => ({
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
      microphone: await navigator.mediaDevices
        .getUserMedia({ audio: true })
        .then(() => true)
        .catch(() => false),
      opened: window.open('https://example.com/') !== null,
      calls: Object.keys((globalThis as unknown as { appliance: object }).appliance).length,
    }));
    expect(reach).toEqual({ node: [], microphone: false, opened: false, calls: 12 });
    await page.evaluate(() => location.assign('https://example.com/'));
    await expect.poll(() => page.url()).toContain(url);
  });

  it('shows a call as it goes on', async () => {
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
    await app.page.getByRole('heading', { name: calls.live.empty.title }).waitFor();
    const said = { role: 'user', content: 'hello my number is 415-555-0142' };
    const answer = await fetch(`${app.url}/proxy/${id}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model: 'm', call: { id: 'a-call' }, messages: [said] }),
    });
    expect(answer.status).toBe(200);
    const masked = app.page.locator('.turn-text[data-side="public"]');
    await masked.filter({ hasText: 'hello my number is TOK1.PHONE' }).first().waitFor();
  });

  it('saves a report as PDF where the person says', async () => {
    const file = join(tmpdir(), `svc-report-${process.pid}.pdf`);
    const saved = app.electron.evaluate(
      ({ session }, path) =>
        new Promise<string>((resolve) => {
          session.fromPartition('persist:portal').once('will-download', (_event, item) => {
            const proposed = item.getSaveDialogOptions().defaultPath ?? '';
            // Nobody is there to answer the dialog.
            item.setSavePath(path);
            item.once('done', () => resolve(proposed));
          });
        }),
      file,
    );
    await goTo(common.pages.calls);
    await app.page.getByRole('row').filter({ hasText: 'Front desk' }).getByRole('link').click();
    await app.page.getByRole('button', { name: calls.detail.report.pdf }).click();
    expect(await saved).toMatch(/report-sess_[0-9A-Z]{26}\.pdf$/);
    expect((await readFile(file)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });

  it('shows its own page while a killed server starts again, and then the portal', async () => {
    const killed = await app.server();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => app.server().catch(() => killed)).not.toBe(killed);
    await goTo(common.pages.agents);
    await heading(common.pages.agents);
    await app.page.getByText('Front desk').first().waitFor();
  });
});
