import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApplianceState, SettingView } from '../../main/ipc/schema.ts';
import { serveStatusPage } from '../../main/window/status-page.ts';
import { MemorySession } from '../support/desktop/electron-session.ts';
import { sharedBrowser } from '../support/portal/browser.ts';

const origin = 'http://status.example.com/';
const since = '2026-01-05T08:00:00.000Z';

const settingOf = (key: string, given: Partial<SettingView>): SettingView => ({
  key,
  group: 'service',
  title: key,
  description: `What ${key} is for.`,
  type: 'string',
  choices: [],
  value: null,
  isSet: false,
  source: 'default',
  locked: false,
  restart: 'server',
  problem: null,
  ...given,
});

const starting: ApplianceState = {
  app: { version: '0.1.0', platform: 'linux', serviceMode: false },
  server: {
    phase: 'starting',
    since,
    url: null,
    ingressUrl: null,
    restarts: 0,
    lastExit: null,
    reasons: [],
    problems: [],
  },
  tunnel: { provider: 'none', phase: 'off', since, publicUrl: null, restarts: 0, detail: null },
  keys: { custody: 'keychain', backend: 'dpapi', recoveryKitMadeAt: null, problem: null },
  settings: [
    settingOf('port', { title: 'Port of the portal', type: 'integer', value: 8787 }),
    settingOf('host', { value: '127.0.0.1' }),
    settingOf('logLevel', { type: 'choice', choices: ['info', 'warn'], value: 'info' }),
    settingOf('metricsToken', { type: 'secret', isSet: true }),
    settingOf('baseUrl', { value: 'http://example.com', locked: true, source: 'policy' }),
    settingOf('updates', { group: 'updates' }),
  ],
  update: { phase: 'off', version: null, detail: null },
};

const refused: ApplianceState = {
  ...starting,
  server: {
    ...starting.server,
    phase: 'refused',
    problems: [{ path: 'port', message: '127.0.0.1:8787 cannot be listened on (EADDRINUSE)' }],
  },
};

let page: Page;
let state: ApplianceState;
const calls: unknown[] = [];
const complaints: string[] = [];
let outcome: unknown;

beforeEach(async () => {
  state = starting;
  outcome = { ok: true };
  calls.length = 0;
  complaints.length = 0;
  const session = new MemorySession();
  await serveStatusPage(session);
  const context = await (await sharedBrowser()).newContext();
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route(`${origin}**`, async (route) => {
    const path = route.request().url().slice(origin.length);
    const part = await session.load(`appliance://status/${path}`, () => false);
    const headers = Object.fromEntries(part?.headers ?? []);
    await route.fulfill({ status: part?.status ?? 500, headers, body: part?.text ?? '' });
  });
  await page.exposeFunction('ask', (name: string, input: unknown) => {
    calls.push(input === undefined ? name : [name, input]);
    return name === 'state' ? state : outcome;
  });
  await page.addInitScript(() => {
    const listeners: ((next: unknown) => void)[] = [];
    const { ask } = window as unknown as { ask: (name: string, input: unknown) => unknown };
    Object.assign(window, {
      tell: (next: unknown) => listeners.forEach((listener) => void listener(next)),
      appliance: new Proxy(
        { onStateChanged: (listener: (next: unknown) => void) => listeners.push(listener) },
        {
          get: (own, name) =>
            name in own
              ? own[name as keyof typeof own]
              : (input: unknown) => ask(String(name), input),
        },
      ),
    });
  });
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.context().close();
});

async function open(at: ApplianceState): Promise<void> {
  state = at;
  await page.goto(origin);
}

const becomes = (next: ApplianceState): Promise<void> =>
  page.evaluate((told) => (window as unknown as { tell: (s: unknown) => void }).tell(told), next);
const title = (text: string): Promise<void> => page.getByRole('heading', { name: text }).waitFor();

describe("The app's own page", () => {
  it('shows the state and follows its changes', async () => {
    await open(starting);
    await title('The service is starting');
    expect(await page.getByRole('button', { name: 'Restart the service' }).count()).toBe(0);
    const looped = { ...starting.server, phase: 'crash_loop', lastExit: 'exit 1', restarts: 4 };
    await becomes({ ...starting, server: looped as ApplianceState['server'] });
    await title('The service keeps crashing');
    await page.getByText('exit 1').waitFor();
    await page.getByRole('button', { name: 'Restart the service' }).click();
    await page.getByRole('button', { name: 'Save a support bundle' }).click();
    expect(calls).toEqual(['state', 'restartServer', 'saveSupportBundle']);
  });

  it('on a start shows the mark and what is done, and offers help only where it takes long', async () => {
    await open(starting);
    await title('The service is starting');
    await page.getByText('It checks its files').waitFor();
    await page.locator('.mark').waitFor();
    await page.locator('.wait').waitFor();
    const help = page.getByRole('button', { name: 'Save a support bundle' });
    expect(await help.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const each of document.getAnimations())
        if (each.effect?.getTiming().delay) each.finish();
    });
    await help.waitFor();
    await becomes(refused);
    await title('The service cannot run with these settings');
    expect(await page.locator('.wait').isVisible()).toBe(false);
    expect(await help.isVisible()).toBe(true);
  });

  it('shows wrong settings and lets the person fix them', async () => {
    await open(refused);
    await page
      .getByText('Port of the portal: 127.0.0.1:8787 cannot be listened on (EADDRINUSE)')
      .waitFor();
    expect(
      await page.locator('input, select').evaluateAll((all) => all.map((one) => one.id)),
    ).toEqual(['setting-port', 'setting-host', 'setting-logLevel', 'setting-metricsToken']);
    await page.getByLabel('Port of the portal').fill('9000');
    await page.getByLabel('logLevel').selectOption('warn');
    await becomes(refused);
    expect(await page.getByLabel('Port of the portal').inputValue()).toBe('9000');
    await page.getByRole('button', { name: 'Save and restart' }).click();
    await expect.poll(() => calls.at(-1)).toBe('restartServer');
    expect(calls.slice(1)).toEqual([
      ['changeSettings', { port: 9000, logLevel: 'warn' }],
      'restartServer',
    ]);
  });

  it('changes only settings that the person changed', async () => {
    await open(refused);
    await page.getByLabel('Port of the portal').fill('9000');
    await page.getByRole('button', { name: 'Save and restart' }).click();
    await expect.poll(() => calls.at(-1)).toBe('restartServer');
    expect(calls.at(-2)).toEqual(['changeSettings', { port: 9000 }]);
  });

  it('shows why a change was refused, and does not restart', async () => {
    await open(refused);
    outcome = { ok: false, problems: [{ path: 'port', message: 'must be a port' }] };
    await page.getByLabel('Port of the portal').fill('99999999');
    await page.getByRole('button', { name: 'Save and restart' }).click();
    await page.getByText('Port of the portal: must be a port').waitFor();
    expect(calls).not.toContain('restartServer');
  });

  it('restores lost keys from a recovery kit', async () => {
    const problem = { code: 'keychain_lost', message: 'The keychain no longer has the key.' };
    await open({ ...refused, keys: { ...refused.keys, problem, recoveryKitMadeAt: since } });
    await title("The app cannot use this computer's keychain");
    await page.getByText('keys: The keychain no longer has the key.').waitFor();
    expect(await page.getByRole('button', { name: 'Save and restart' }).count()).toBe(0);
    await page.getByLabel('Recovery kit lines').fill('some words');
    await page.getByRole('button', { name: 'Restore the keys' }).click();
    await expect.poll(() => page.getByLabel('Recovery kit lines').inputValue()).toBe('');
    expect(calls.at(-1)).toEqual(['restoreFromRecoveryKit', { words: 'some words' }]);
  });

  it('asks for no recovery kit if none was made', async () => {
    const problem = { code: 'backend_weak', message: 'This app does not recognise the desktop.' };
    await open({ ...refused, keys: { ...refused.keys, problem } });
    await title("The app cannot use this computer's keychain");
    expect(await page.getByLabel('Recovery kit lines').isVisible()).toBe(false);
    await becomes({ ...refused, keys: { ...refused.keys, problem, recoveryKitMadeAt: since } });
    await page.getByLabel('Recovery kit lines').waitFor();
  });

  it('says that the keys cannot be read if their file is damaged', async () => {
    const problem = { code: 'file_damaged', message: 'keys.sealed is damaged.' };
    await open({ ...refused, keys: { ...refused.keys, problem } });
    await title('The keys of this installation cannot be read');
  });

  it('offers no restart if the server is a system service', async () => {
    const server = { ...starting.server, phase: 'stopped' } as const;
    await open({ ...starting, server, app: { ...starting.app, serviceMode: true } });
    await title('The service is stopped');
    expect(await page.getByRole('button').allTextContents()).toContain('Save a support bundle…');
    expect(await page.getByRole('button', { name: 'Restart the service' }).count()).toBe(0);
  });

  it('is accessible', async () => {
    const problem = { code: 'keychain_lost', message: 'The keychain no longer has the key.' };
    const keys = { ...refused.keys, problem, recoveryKitMadeAt: since };
    for (const shown of [refused, { ...refused, keys }]) {
      await open(shown);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  });
});
