import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applianceStrings as words } from '../../renderer/appliance/strings.ts';
import { guidedStartStrings, startStrings } from '../../renderer/start/strings.ts';
import { commonStrings, desktopStrings } from '../../renderer/ui/strings.ts';
import { linesOf } from '../support/desktop/custody-kit.ts';
import { type Desktop, type DesktopOptions, startDesktop } from '../support/desktop/desktop-kit.ts';
import { openInApp } from '../support/desktop/portal-in-app.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';

let kit: PortalKit;

beforeAll(async () => {
  kit = await startPortal({ SVC_UPSTREAM_BASE_URL: '' });
});
afterAll(() => kit.close());

interface InApp {
  readonly desktop: Desktop;
  readonly page: Page;
  go(path: string): Promise<void>;
}

/** The portal in the app's window; the app runs over an Electron in memory. */
async function inApp(
  options: DesktopOptions = {},
  browser: BrowserContextOptions = {},
): Promise<InApp> {
  const [desktop, visitor] = await Promise.all([startDesktop(options), kit.admin(browser)]);
  desktop.server.become({ phase: 'running', url: kit.proxy.service.url, liveCalls: 2 });
  const { webContents } = desktop.window();
  await expect.poll(() => webContents.getURL()).not.toBe('');
  if (webContents.appliance === undefined) throw new Error('the window has nothing to call');
  await openInApp(visitor.page, webContents.appliance);
  onTestFinished(() => visitor.context.close());
  return { desktop, page: visitor.page, go: visitor.go };
}

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const setting = (page: Page, title: string): Locator =>
  page.locator('.setting').filter({ has: page.getByText(title, { exact: true }) });
const step = (page: Page, name: keyof typeof startStrings.steps): Locator =>
  page.getByRole('listitem').filter({ hasText: startStrings.steps[name].title });

/** Everything that axe finds wrong with what is on the page, as text. */
async function flaws(page: Page, rules?: string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Between the themes, only the colours differ. */
const ofColours = ['color-contrast', 'link-in-text-block'];

describe('The portal in a browser outside the app', () => {
  it('a browser outside the app shows no page of the app', async () => {
    const { page, context, go } = await kit.admin();
    onTestFinished(() => context.close());
    await go('');
    await page.getByRole('link', { name: commonStrings.pages.system, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/portal/start');
    expect(await page.getByRole('link', { name: commonStrings.pages.appliance }).count()).toBe(0);
    await go('/start');
    await page.getByText(startStrings.intro).waitFor();
    await step(page, 'call').waitFor();
    expect(await page.getByText(guidedStartStrings.skip).count()).toBe(0);
    await go('/appliance/settings');
    await page.getByText(words.absent.text).waitFor();
  });
});

describe('The first steps in the app', () => {
  it('the app leads from the recovery kit to a call', async () => {
    const { desktop, page, go } = await inApp();
    await go('');
    await page.getByText(guidedStartStrings.intro).waitFor();

    desktop.electron.saves.path = join(desktop.folder, 'kit.html');
    await button(step(page, 'keys'), desktopStrings.keys.save).click();
    await step(page, 'keys').getByText(startStrings.done, { exact: true }).waitFor();
    expect(await readFile(join(desktop.folder, 'kit.html'), 'utf8')).toContain('Recovery kit');

    const model = step(page, 'upstream');
    await model.getByLabel('Address of the model provider').fill('provider.example.com');
    await button(model, words.settings.saveAndRestart).click();
    await model.getByText(/must be an http or https URL/).waitFor();
    await model.getByLabel('Address of the model provider').fill('https://provider.example.com/v1');
    await model.getByLabel('API key of the model provider').fill('an invented key');
    await button(model, words.settings.saveAndRestart).click();
    await expect.poll(() => desktop.asked).toContain('restart the server');
    expect(desktop.settings.value('upstreamUrl')).toBe('https://provider.example.com/v1');
    expect([...desktop.custody.storedSecretNames()]).toEqual(['upstreamApiKey']);
    desktop.server.become({ phase: 'running', url: kit.proxy.service.url });

    await model.getByText(guidedStartStrings.skip).click();
    await button(model, guidedStartStrings.reasons.upstream[0]).click();
    await model
      .getByText(guidedStartStrings.skippedBecause(guidedStartStrings.reasons.upstream[0]))
      .waitFor();
    await page.reload();
    await button(model, guidedStartStrings.unskip).click();
    await button(model, words.settings.save).waitFor();

    const tunnel = step(page, 'tunnel');
    await tunnel.getByRole('combobox').selectOption('cloudflared');
    await tunnel.getByLabel('cloudflared: token').fill('an invented token');
    await button(tunnel, words.settings.save).click();
    await expect.poll(() => desktop.asked).toContain('restart the tunnel');
    const detail = 'cloudflared refused the token. Copy it again.';
    desktop.tunnel.become({ provider: 'cloudflared', phase: 'failed', detail });
    await tunnel.getByText(detail).waitFor();
    await button(tunnel, desktopStrings.tunnel.start).click();
    await expect.poll(() => desktop.asked).toContain('start the tunnel');
    const publicUrl = 'https://calls.clinic.example.com';
    desktop.tunnel.become({ phase: 'up', detail: null, publicUrl });
    await tunnel.getByText(guidedStartStrings.steps.tunnel.done(publicUrl)).waitFor();

    const agent = await kit.proxy.agent({ name: 'Front desk' });
    await go('/start');
    await step(page, 'agent').getByText(`/proxy/${agent}/v1`).waitFor();
    await step(page, 'agent').getByText(`/voice/webhook/${agent}`).waitFor();
    await step(page, 'call').getByRole('link', { name: 'Open Front desk' }).click();
    await button(page, 'Make a test call').click();
    await page.getByRole('link', { name: /call/i }).first().waitFor();
    await go('/start');
    await step(page, 'call').getByText(startStrings.done, { exact: true }).waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(kit.complaints).toEqual([]);
  });
});

describe('The page “This computer”', () => {
  it('the page follows the state of the app and offers actions', async () => {
    const { desktop, page, go } = await inApp();
    await go('/live');
    await page.getByRole('link', { name: commonStrings.pages.appliance }).click();
    await page.getByText(words.service.phases.running).waitFor();
    desktop.server.become({
      phase: 'degraded',
      restarts: 2,
      lastExit: 'SIGKILL',
      reasons: ['The disk is full.'],
    });
    await page.getByText('The disk is full.').waitFor();
    await page.getByText('SIGKILL').waitFor();

    await button(page, desktopStrings.service.restart).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(desktopStrings.service.restartText(2)).waitFor();
    await button(dialog, desktopStrings.service.restart).click();
    await page.getByText(desktopStrings.service.restarted).waitFor();
    expect(desktop.asked).toContain('restart the server');

    await button(page, words.help.save).click();
    await page.getByText(words.help.notSaved).waitFor();
  });

  it('the page restores keys from the lines of a kit and names a mistyped line', async () => {
    const former = await startDesktop();
    const drafted = await former.custody.draftRecoveryKit();
    if (!drafted.ok) throw new Error('there is no kit');
    await drafted.draft.keep();
    const lines = linesOf(drafted.draft.page).split('\n');
    former.electron.keychain.lose();
    const custody = former.desk.start();
    await custody.secrets().catch(() => undefined);
    const { settings, server, tunnel, folder: dataDir, asked } = former;
    const parts = { settings, custody, server, tunnel, serviceMode: false, dataDir };
    const { page, go } = await inApp({ open: async () => ({ ...parts, onChange: () => {} }) });

    await go('/appliance');
    await page.getByText(words.keys.unreadable).waitFor();
    const typed = page.getByLabel(words.keys.restore.label);
    await typed.fill([lines[0], 'mistyped', ...lines.slice(2)].join('\n'));
    await button(page, words.keys.restore.button).click();
    await page.getByText(/^Line 2 has/).waitFor();
    await typed.fill(lines.join('\n').toLowerCase());
    await button(page, words.keys.restore.button).click();
    await page.getByText(words.keys.restore.notNow).waitFor();
    expect(asked).toContain('restart the server');
  });
});

describe('The settings of the app', () => {
  it('settings are saved all together or not at all, with a problem at each field', async () => {
    const { desktop, page, go } = await inApp({ settings: { port: 8790 } });
    await go('/appliance/settings');
    const port = setting(page, 'Port of the portal');
    await port.getByRole('textbox').fill('99999999');
    await page.getByRole('tab', { name: words.settings.groups.app }).click();
    await setting(page, 'Notifications').getByRole('checkbox').uncheck();
    await button(page, words.settings.save).click();
    await page
      .getByRole('alert')
      .getByText(/must be a whole number/)
      .waitFor();
    expect(desktop.settings.value('notifications')).toBe(true);
    await page.getByRole('tab', { name: words.settings.changedIn('Service', 1) }).click();
    await port.getByText(/must be a whole number/).waitFor();

    await port.getByRole('textbox').fill('8791');
    await button(page, words.settings.save).click();
    await page.getByText(words.settings.savedFor.server(['Port of the portal'])).waitFor();
    expect(desktop.settings.value('port')).toBe(8791);
    expect(desktop.settings.value('notifications')).toBe(false);
    await button(page, desktopStrings.service.restart).waitFor();

    await port.getByRole('button', { name: words.settings.takeBack }).click();
    await button(page, words.settings.save).click();
    await port.getByText(words.settings.sources.default).waitFor();
    expect(desktop.settings.value('port')).toBe(8787);
  });

  it('settings of the organization cannot be changed', async () => {
    const policy = { ok: true, values: { logLevel: 'warn' } } as const;
    const { page, go } = await inApp({ policy });
    await go('/appliance/settings');
    const level = setting(page, 'Detail of the logs');
    await level.getByText(words.settings.sources.policy).waitFor();
    await level.getByText(words.settings.lockedWhy).waitFor();
    expect(await level.getByRole('combobox').isDisabled()).toBe(true);
    expect(await level.getByRole('combobox').inputValue()).toBe('warn');
  });

  it('secrets are written but never shown', async () => {
    const { desktop, page, go } = await inApp();
    await go('/appliance/settings?group=calls');
    const key = setting(page, 'API key of the model provider');
    await key.getByLabel('API key of the model provider', { exact: true }).fill('an invented key');
    await button(page, words.settings.save).click();
    await page
      .getByText(words.settings.savedFor.server(['API key of the model provider']))
      .waitFor();
    await key.getByPlaceholder(words.settings.kept).waitFor();
    expect(await page.content()).not.toContain('an invented key');
    await key.getByRole('button', { name: words.settings.remove }).click();
    await button(page, words.settings.save).click();
    await expect.poll(() => [...desktop.custody.storedSecretNames()]).toEqual([]);
  });
});

describe.each([
  ['light', undefined],
  ['dark', ofColours],
] as const)('In %s, the pages of the app', (colorScheme, rules) => {
  it('the pages of the app have no accessibility errors and fit a phone', async () => {
    const policy = { ok: true, values: { logLevel: 'warn' } } as const;
    const { page, go } = await inApp({ policy, settings: { port: 8790 } }, { colorScheme });
    for (const [path, shown] of [
      ['/appliance', words.keys.noKitText],
      ['/appliance/settings', 'Detail of the logs'],
      ['/start', guidedStartStrings.steps.tunnel.needs],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await go(path);
      await page.getByText(shown).waitFor();
      expect(await flaws(page, rules && [...rules])).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect(isTooWide).toBe(false);
    }
    expect(kit.complaints).toEqual([]);
  });
});
