import type { Page } from 'playwright-core';
import { agents } from '../../../renderer/lib/strings/agents.ts';
import { calls } from '../../../renderer/lib/strings/calls.ts';
import { common } from '../../../renderer/lib/strings/common.ts';
import { policies } from '../../../renderer/lib/strings/policies.ts';

/** What of an invented day is looked at. */
export interface Place {
  readonly frontDesk: string;
  /** A past call whose words were kept. */
  readonly session: string;
}

/** Something of the portal to look at. */
export interface View {
  readonly what: string;
  readonly path: (place: Place) => string;
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

/** Every page, in each of the ways it is looked at. */
export const views: readonly View[] = [
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
  { what: 'a call', path: ({ session }) => `/calls/${session}`, ready: shows('call_ended') },
  {
    what: 'the proof of an event',
    path: ({ session }) => `/calls/${session}`,
    open: (page) => page.getByRole('button', { name: /call_started/ }).click(),
    ready: shows(calls.detail.proof.verdict.good),
  },
  {
    what: 'the replay of a call',
    path: ({ session }) => `/calls/${session}`,
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
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    ready: shows(agents.detail.activity.redactions),
  },
  {
    what: 'connecting an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: tab(agents.detail.tab.connect),
    ready: shows(agents.detail.connect.curl),
  },
  {
    what: 'the settings of an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
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
