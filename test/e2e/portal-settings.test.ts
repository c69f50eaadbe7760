import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentStrings } from '../../renderer/agents/strings.ts';
import { refusals } from '../../renderer/lib/me.ts';
import { settingsStrings } from '../../renderer/settings/strings.ts';
import { systemStrings } from '../../renderer/system/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import type { Me } from '../../server/contract/access.ts';
import {
  mayUse,
  type Operation,
  operationRights,
  type Right,
} from '../../server/contract/rights.ts';
import type { Role } from '../../server/domain/settings/role.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { setRole } from '../support/portal/set-role.ts';

const { alerts, associates, clinic, mail, providers, tabs } = settingsStrings;
const { people } = systemStrings;
let kit: PortalKit;
let owner: Visitor;
let page: Page;
let receiver: Server;
const got: { body: string; headers: Record<string, string> }[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    got.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  kit = await startPortal();
  owner = await kit.admin();
  page = owner.page;
});
afterAll(async () => {
  await kit?.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog');
const open = async (tab: string) => {
  await owner.go('/settings');
  await page.getByRole('tab', { name: tab, exact: true }).click();
};
/** Keeps changes sent to an address waiting until the function that it resolves with is called. */
const holdBack = async (address: string): Promise<() => void> => {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await gate.promise;
    await route.continue();
  });
  return gate.resolve;
};
const associatesPath = '/api/v1/settings/business-associates';
/** Stores a list of business associates as another admin does. */
const storeAssociates = async (...names: string[]): Promise<void> => {
  const data = names.map((name) => ({ name, role: 'other', upstreams: [], agreement: 'unknown' }));
  const { status } = await kit.proxy.service.api(associatesPath, {
    method: 'PUT',
    body: JSON.stringify({ data }),
  });
  expect(status).toBe(200);
};
const storedAssociates = async (): Promise<readonly string[]> => {
  const answer = await kit.proxy.service.api(associatesPath);
  const { data } = (await answer.json()) as { data: readonly { readonly name: string }[] };
  return data.map(({ name }) => name);
};

describe('Settings in the portal', () => {
  it('the clinic keeps what was entered, and a wrong time zone is explained', async () => {
    await open(tabs.clinic);
    await page.getByLabel(clinic.name, { exact: true }).fill('Lakeside Family Clinic');
    await page.getByLabel(clinic.timeZone, { exact: true }).fill('Lakeside time');
    await button(settingsStrings.save).click();
    await page
      .getByRole('alert')
      .getByText(/^Time zone must be .*New_York\.$/)
      .waitFor();
    await page.locator('.problem').getByText('America/New_York').waitFor();
    await page.getByLabel(clinic.timeZone, { exact: true }).fill('America/Chicago');
    await button(settingsStrings.save).click();
    await page.getByText(settingsStrings.saved).waitFor();
    await open(tabs.clinic);
    expect(await page.getByLabel(clinic.name, { exact: true }).inputValue()).toContain('Lakeside');
  });

  it('a space at the end of a saved text is no change, and nothing unsaved counts as saved', async () => {
    await open(tabs.clinic);
    await page.getByLabel(clinic.name, { exact: true }).fill('Lakeside Clinic ');
    await button(settingsStrings.save).click();
    await page.getByText(settingsStrings.saved).waitFor();
    await page.getByLabel(clinic.location, { exact: true }).fill('Duluth');
    await page.getByText(settingsStrings.saved).waitFor({ state: 'hidden' });
    await page.getByLabel(clinic.location, { exact: true }).fill('');
    await page.getByRole('link', { name: commonStrings.pages.agents, exact: true }).click();
    await page.getByRole('heading', { name: commonStrings.pages.agents, level: 1 }).waitFor();
  });

  it('times and days are those of the clinic’s time zone, as in reports, and the menu says so', async () => {
    await owner.go('/audit');
    await page.getByText(/^Times in C[SD]T \(clinic\)$/).waitFor();
    await page.getByRole('columnheader', { name: /\(C[SD]T\)$/ }).waitFor();
    const time = page.locator('td time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const inChicago = at.toLocaleTimeString('en', { timeZone: 'America/Chicago', hour12: false });
    expect(await time.textContent()).toContain(inChicago);
    expect(await time.getAttribute('title')).toBe(
      `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    );
  });

  it('a provider is tested with one button', async () => {
    await open(tabs.providers);
    await button(`${providers.test}: stub`).click();
    await page.getByText(providers.works).waitFor();
  });

  it('a business associate is added, edited and removed; Escape asks before typed text is lost', async () => {
    await open(tabs.associates);
    await button(settingsStrings.add).click();
    await dialog().getByLabel(associates.name, { exact: true }).fill('Example Voice');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: commonStrings.discard.title });
    await question.getByRole('button', { name: commonStrings.cancel }).click();
    await dialog().getByLabel(associates.agreement).selectOption('signed');
    await dialog().getByLabel(associates.expires).fill('2027-01-31');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await page.getByRole('cell', { name: '2027-01-31' }).waitFor();
    await button(`${settingsStrings.edit}: Example Voice`).click();
    await dialog().getByLabel(associates.agreement).selectOption('none');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await page.getByRole('alert').waitFor();
    await dialog().getByRole('button', { name: alerts.close }).click();
    await button(associates.useFile).click();
    await dialog().getByRole('button', { name: associates.useFile }).click();
    await page.getByText(associates.fromFile).waitFor();
  });

  it('a double click removes no business associate: the portal asks, and removes that one', async () => {
    await storeAssociates('One', 'Two', 'Three');
    await open(tabs.associates);
    await button(`${settingsStrings.remove}: One`).dblclick();
    await dialog().getByText(associates.removeText).waitFor();
    expect(await storedAssociates()).toEqual(['One', 'Two', 'Three']);
    await dialog().getByRole('button', { name: settingsStrings.remove }).click();
    await page.getByRole('cell', { name: 'One', exact: true }).waitFor({ state: 'detached' });
    expect(await storedAssociates()).toEqual(['Two', 'Three']);
  });

  it('a business associate that another admin adds meanwhile stays', async () => {
    await storeAssociates('One');
    await open(tabs.associates);
    await button(`${settingsStrings.edit}: One`).waitFor();
    await button(settingsStrings.add).click();
    await dialog().getByLabel(associates.name, { exact: true }).fill('Mine');
    await storeAssociates('One', 'Theirs');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await page.getByRole('cell', { name: 'Mine', exact: true }).waitFor();
    expect(await storedAssociates()).toEqual(['One', 'Theirs', 'Mine']);
    await button(`${settingsStrings.edit}: One`).click();
    await dialog().getByLabel(associates.name, { exact: true }).fill('One more');
    await storeAssociates('First', 'One', 'Mine');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await page.getByRole('cell', { name: 'One more', exact: true }).waitFor();
    expect(await storedAssociates()).toEqual(['First', 'One more', 'Mine']);
  });

  it('two admins who save a list of business associates at the same time both change it', async () => {
    await storeAssociates('One');
    await open(tabs.associates);
    await button(settingsStrings.add).click();
    await dialog().getByLabel(associates.name, { exact: true }).fill('Mine');
    const goOn = await holdBack(`**${associatesPath}`);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await sent;
    await storeAssociates('One', 'Theirs');
    goOn();
    await page.getByRole('cell', { name: 'Mine', exact: true }).waitFor();
    expect(await storedAssociates()).toEqual(['One', 'Theirs', 'Mine']);
  });

  it('a business associate that another admin changed meanwhile is left, and the portal says so', async () => {
    await storeAssociates('One', 'Two');
    await open(tabs.associates);
    await button(`${settingsStrings.remove}: One`).click();
    await storeAssociates('One Ltd', 'Two');
    await dialog().getByRole('button', { name: settingsStrings.remove }).click();
    await dialog().getByText(associates.changedMeanwhile).waitFor();
    await dialog().getByRole('button', { name: commonStrings.cancel }).click();
    await button(`${settingsStrings.edit}: One Ltd`).click();
    await storeAssociates('Two');
    await dialog().getByLabel(associates.name, { exact: true }).fill('One Limited');
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    await dialog().getByText(associates.changedMeanwhile).waitFor();
    await dialog().getByRole('button', { name: alerts.close }).click();
    await page.getByRole('cell', { name: 'One Ltd', exact: true }).waitFor({ state: 'detached' });
    expect(await storedAssociates()).toEqual(['Two']);
  });

  it('a webhook shows its secret once, and sends a test that the secret verifies', async () => {
    await open(tabs.alerts);
    await button(settingsStrings.add).click();
    await dialog().getByLabel(alerts.name, { exact: true }).fill('On call');
    await dialog().getByLabel(alerts.channel).selectOption('webhook');
    const { port } = receiver.address() as AddressInfo;
    await dialog().getByLabel(alerts.url).fill(`http://127.0.0.1:${port}/alerts`);
    await dialog().getByRole('button', { name: settingsStrings.save }).click();
    const secret = await dialog().locator('.settings-secret').textContent();
    await dialog().getByRole('button', { name: alerts.close }).click();
    const goOn = await holdBack('**/rules/*/test');
    await button(`${alerts.test}: On call`).click();
    await expect.poll(() => button(`${alerts.test}: On call`).isDisabled()).toBe(true);
    goOn();
    await page.getByText(alerts.testSent('On call')).waitFor();
    const [{ body, headers } = { body: '', headers: {} }] = got;
    expect(new Webhook(secret ?? '').verify(body, headers)).toMatchObject({ type: 'alert' });
    await open(tabs.alerts);
    expect(await page.content()).not.toContain(secret ?? '-');
  });

  it('a number that is deleted before another is typed leaves an empty field, not 0', async () => {
    await open(tabs.alerts);
    await page.getByLabel(mail.use).check();
    for (const name of [mail.port, mail.failures]) {
      const field = page.getByLabel(name, { exact: true });
      await field.fill('');
      expect([name, await field.inputValue()]).toEqual([name, '']);
    }
    await page.getByLabel(mail.use).uncheck();
    await page.getByLabel(mail.failures, { exact: true }).fill('4');
    await button(settingsStrings.save).click();
    await page.getByText(settingsStrings.saved).waitFor();
    await button(settingsStrings.add).click();
    await dialog().getByLabel(alerts.quiet).fill('');
    expect(await dialog().getByLabel(alerts.quiet).inputValue()).toBe('');
  });
});

describe('A form that is sent twice', () => {
  /** What was sent to an address; the answers of the service are as quick as they are. */
  const sentTo = (address: string): readonly string[] => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(address)) sent.push(request.url());
    });
    return sent;
  };

  it('a double click on the button makes one sign-in link', async () => {
    await owner.go('/system');
    await page.getByRole('tab', { name: people.tab.link }).click();
    await page.getByLabel(people.link.login, { exact: true }).fill('ida.holm@example.com');
    const sent = sentTo('/admin/sign-in-links');
    await button(people.link.button).hover();
    await page.mouse.down();
    await page.mouse.up();
    await page.getByText(people.link.made('ida.holm@example.com')).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect.poll(() => button(people.link.button).isEnabled()).toBe(true);
    expect(sent).toHaveLength(1);
    const { mouse } = page;
    await Promise.all([mouse.down(), mouse.up(), mouse.down(), mouse.up()]);
    await expect.poll(() => sent.length).toBe(2);
  });

  it('Enter twice, or held down, makes one agent', async () => {
    await owner.go('/agents/new');
    const name = page.getByLabel(agentStrings.form.name, { exact: true });
    await name.fill('Made once');
    await name.focus();
    const sent = sentTo('/api/v1/agents');
    const keys = await page.context().newCDPSession(page);
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    await Promise.all([
      keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, autoRepeat: true }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter }),
    ]);
    await page.getByRole('heading', { name: 'Made once', level: 1 }).waitFor();
    expect(sent).toHaveLength(1);
  });
});

describe('What somebody types while a slow save is under way', () => {
  const { form, detail } = agentStrings;
  let agent: string;
  beforeAll(async () => {
    agent = await kit.proxy.agent({ name: 'Slow saves' });
  });
  const openAgent = async (tab: string) => {
    await owner.go(`/agents/${agent}`);
    await page.getByRole('tab', { name: tab, exact: true }).click();
  };

  it('stays in the form of an agent, which sends nothing else until the save is done', async () => {
    await openAgent(detail.tab.settings);
    await page.getByLabel(form.policy, { exact: true }).selectOption({ label: form.own });
    const editor = page.getByLabel(form.yaml, { exact: true });
    const yaml = await editor.inputValue();
    const goOn = await holdBack(`**/api/v1/agents/${agent}`);
    await button(form.save).click();
    await editor.fill(`${yaml}# typed meanwhile\n`);
    expect(await button(form.save).isDisabled()).toBe(true);
    goOn();
    await expect.poll(() => button(form.save).isDisabled()).toBe(false);
    expect(await editor.inputValue()).toContain('# typed meanwhile');
    await button(form.save).click();
    await page.getByText(form.saved).waitFor();
    expect(await editor.count()).toBe(0);
  });

  it('stays as the name of the next token', async () => {
    await openAgent(detail.tab.connect);
    const name = page.getByLabel(detail.tokens.name);
    await name.fill('first');
    const goOn = await holdBack(`**/api/v1/agents/${agent}/tokens`);
    await button(detail.tokens.create).click();
    await name.fill('second');
    goOn();
    await dialog().getByRole('button', { name: detail.tokens.made.done }).click();
    await page.getByRole('cell', { name: 'first', exact: true }).waitFor();
    expect(await name.inputValue()).toBe('second');
  });
});

/** The pages of the portal; those that need a right name an operation of theirs. */
const pages: Readonly<Record<string, Operation | undefined>> = {
  '/overview': undefined,
  '/live': undefined,
  '/calls': undefined,
  '/agents': undefined,
  '/agents/new': 'createAgent',
  '/policies': undefined,
  '/review': undefined,
  '/roster': 'getRoster',
  '/reports': 'getReport',
  '/audit': undefined,
  '/settings': 'putClinic',
  '/system': undefined,
  '/start': undefined,
};

/** Whether somebody of the role can do anything on a page that needs a right. */
const isOffered = (role: Role, path: string): boolean =>
  path === '/roster'
    ? mayUse(role, 'getRoster') || mayUse(role, 'searchRoster')
    : mayUse(role, pages[path] ?? 'getMe');

describe('Each role', () => {
  it('sees on a page that it may not use which admin to ask', async () => {
    const { user } = (await (await kit.proxy.service.api('/api/v1/me')).json()) as Me;
    const { page, go, context } = await kit.member('newcomer@example.com');
    await go('/reports');
    await page.getByText(/^Ask /).filter({ hasText: user.login }).waitFor();
    await context.close();
  });

  it.each(['viewer', 'compliance', 'it'] as const)(
    'no page asks for what the role %s may not use, and a page that needs more says so',
    async (role) => {
      const login = `${role}@example.com`;
      const visitor = await kit.member(login);
      await setRole(kit, login, role);
      const { page, go } = visitor;
      const forbidden: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 403) forbidden.push(new URL(answer.url()).pathname);
      });
      for (const [path, operation] of Object.entries(pages)) {
        await go(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.getByText(commonStrings.waiting).count()).toBe(0);
        if (operation === undefined) continue;
        const right = operationRights[operation] as Right;
        const refused = await page.getByText(refusals[right], { exact: true }).count();
        const link = page.locator(`.shell-nav a[href="/portal${path}"]`);
        if (path !== '/agents/new')
          expect([path, await link.count()]).toEqual([path, isOffered(role, path) ? 1 : 0]);
        expect([path, refused > 0]).toEqual([path, !mayUse(role, operation)]);
      }
      expect(forbidden).toEqual([]);
      await visitor.context.close();
    },
  );
});
