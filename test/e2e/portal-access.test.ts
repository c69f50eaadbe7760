import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '../../renderer/lib/strings/agents.ts';
import { calls } from '../../renderer/lib/strings/calls.ts';
import { common } from '../../renderer/lib/strings/common.ts';
import { policies } from '../../renderer/lib/strings/policies.ts';
import { type InventedDay, inventedDay } from '../support/portal/invented-day.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

let kit: PortalKit;
let day: InventedDay;
let session: string;

beforeAll(async () => {
  kit = await startPortal();
  day = await inventedDay(kit.proxy);
  session = (await kit.proxy.sessions(day.nurseLine))[0]?.id ?? '';
});
afterAll(async () => {
  await day.speech.finish();
  await kit.close();
});

/** Everything that axe finds wrong with what is on the page, as text. */
async function flaws(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

interface View {
  readonly what: string;
  readonly path: () => string;
  /** Done once the page is there. */
  readonly open?: (page: Page) => Promise<void>;
  readonly ready: (page: Page) => Promise<void>;
}

const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const row = (text: string) => (page: Page) =>
  page.getByRole('row').filter({ hasText: text }).first().waitFor();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

const views: readonly View[] = [
  {
    what: 'live calls',
    path: () => '/live',
    ready: (page) => page.getByText('Tuesday at ten is free').waitFor(),
  },
  {
    what: 'live calls, both sides',
    path: () => '/live',
    open: press(calls.live.reveal),
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Tuesday at ten is free').waitFor(),
  },
  { what: 'calls', path: () => '/calls', ready: row('Nurse line') },
  { what: 'a call', path: () => `/calls/${session}`, ready: shows('call_ended') },
  {
    what: 'the proof of an event',
    path: () => `/calls/${session}`,
    open: (page) => page.getByRole('button', { name: /call_started/ }).click(),
    ready: shows(calls.detail.proof.verdict.good),
  },
  {
    what: 'the replay of a call',
    path: () => `/calls/${session}`,
    open: async (page) => {
      await tab(calls.detail.tab.replay)(page);
      await press(calls.detail.replay.open)(page);
    },
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Robert Chen').first().waitFor(),
  },
  { what: 'agents', path: () => '/agents', ready: shows('Nurse line') },
  { what: 'a new agent', path: () => '/agents/new', ready: shows(agents.form.submit) },
  {
    what: 'an agent',
    path: () => `/agents/${day.frontDesk}`,
    ready: shows(agents.detail.activity.redactions),
  },
  {
    what: 'connecting an agent',
    path: () => `/agents/${day.frontDesk}`,
    open: tab(agents.detail.tab.connect),
    ready: shows(agents.detail.connect.curl),
  },
  {
    what: 'the settings of an agent',
    path: () => `/agents/${day.frontDesk}`,
    open: tab(agents.detail.tab.settings),
    ready: shows(agents.form.unchanged),
  },
  { what: 'policies', path: () => '/policies', ready: shows('healthcare-default') },
  {
    what: 'a change of a policy',
    path: () => '/policies',
    open: tab(policies.tab.change),
    ready: shows(policies.change.none),
  },
  {
    what: 'the playground',
    path: () => '/policies',
    open: tab(policies.tab.try),
    ready: shows(policies.trial.run),
  },
  { what: 'audit', path: () => '/audit', ready: shows('Verify') },
  { what: 'system', path: () => '/system', ready: shows(common.pages.system) },
  { what: 'first steps', path: () => '/start', ready: (page) => page.locator('h1').waitFor() },
  { what: 'a page that is not there', path: () => '/nowhere', ready: shows(common.notFound.text) },
];

/** Whether the page as a whole is wider than its window. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('In %s at %d pixels, nothing is wrong', (theme, width) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await kit.admin({ colorScheme: theme, viewport: { width, height: 800 } });
  });
  afterAll(() => visitor.context.close());

  it.each(views)('with $what', async ({ path, open, ready }) => {
    const { page } = visitor;
    await visitor.go(path());
    await open?.(page);
    await ready(page);
    expect(await flaws(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(kit.complaints).toEqual([]);
  });
});
