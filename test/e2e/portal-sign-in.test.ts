import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../server/cli/open-browser.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runSvc } from '../support/run-svc.ts';

let kit: PortalKit;

beforeAll(async () => {
  kit = await startPortal();
});
afterAll(() => kit?.close());

async function newLink(): Promise<string> {
  const { url, dataDir } = kit.proxy.service;
  const { out } = await runSvc(['sign-in-link', '--url', url], { env: { SVC_DATA_DIR: dataDir } });
  return out.trim();
}

describe.each(['light', 'dark'] as const)('The page that asks for a code, in %s', (colorScheme) => {
  it('the page looks like the sign-in page, says how to get a link, and has no flaws', async () => {
    const { page, context } = await kit.visit({
      colorScheme,
      viewport: { width: 390, height: 800 },
    });
    await page.goto(`${kit.proxy.service.url}/api/v1/auth/idp`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('svc sign-in-link').count()).toBe(1);
    const radius = await page
      .locator('main')
      .evaluate((card) => getComputedStyle(card).borderRadius);
    expect(radius).toBe('10px');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(kit.complaints).toEqual([]);
    await context.close();
  });
});

describe('The page that npm start opens', () => {
  it('the page leads the browser through the one-time link into the portal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
    // No program is there to open it.
    vi.stubEnv('PATH', folder);
    openBrowser(await newLink(), { platform: 'linux', env: { DISPLAY: ':0' } }, folder);
    vi.unstubAllEnvs();
    const { page, context } = await kit.visit();
    await page.goto(pathToFileURL(join(folder, 'sign-in.html')).href, { waitUntil: 'commit' });
    await page.waitForURL(/\/portal/);
    await page.getByRole('navigation').first().waitFor();
    expect(kit.complaints).toEqual([]);
    await context.close();
    await removeFolder(folder);
  });
});

describe('A link that was already used', () => {
  it('the page says that the link was used, and takes a whole new link as its code', async () => {
    const link = await newLink();
    const first = await kit.visit();
    await first.page.goto(link);
    await first.page.waitForURL(/\/portal/);
    const { page } = await kit.visit();
    await page.goto(link);
    await page.getByText('This link was already used').waitFor();
    await page.getByLabel('Code').fill(await newLink());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/portal/);
    expect(kit.complaints).toEqual([]);
  });
});
