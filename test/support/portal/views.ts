import type { Page } from 'playwright-core';
import { agentStrings } from '../../../renderer/agents/strings.ts';
import { callStrings } from '../../../renderer/calls/strings.ts';
import { policyStrings } from '../../../renderer/policies/strings.ts';
import { commonStrings } from '../../../renderer/ui/strings.ts';

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
    open: press(callStrings.live.reveal),
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Tuesday at ten is free').waitFor(),
  },
  { what: 'calls', path: () => '/calls', ready: row('Nurse line') },
  { what: 'a call', path: ({ session }) => `/calls/${session}`, ready: shows('call_ended') },
  {
    what: 'the proof of an event',
    path: ({ session }) => `/calls/${session}`,
    open: (page) => page.getByRole('button', { name: /call_started/ }).click(),
    ready: shows(callStrings.detail.proof.verdict.good),
  },
  {
    what: 'the replay of a call',
    path: ({ session }) => `/calls/${session}`,
    open: async (page) => {
      await tab(callStrings.detail.tab.replay)(page);
      await press(callStrings.detail.replay.open)(page);
    },
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Robert Chen').first().waitFor(),
  },
  { what: 'agents', path: () => '/agents', ready: shows('Nurse line') },
  { what: 'a new agent', path: () => '/agents/new', ready: shows(agentStrings.form.submit) },
  {
    what: 'an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    ready: shows(agentStrings.detail.activity.redactions),
  },
  {
    what: 'connecting an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: tab(agentStrings.detail.tab.connect),
    ready: shows(agentStrings.detail.connect.curl),
  },
  {
    what: 'the settings of an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: tab(agentStrings.detail.tab.settings),
    ready: shows(agentStrings.form.unchanged),
  },
  { what: 'policies', path: () => '/policies', ready: shows('healthcare-default') },
  {
    what: 'a change of a policy',
    path: () => '/policies',
    open: tab(policyStrings.tab.change),
    ready: shows(policyStrings.change.none),
  },
  {
    what: 'the playground',
    path: () => '/policies',
    open: tab(policyStrings.tab.try),
    ready: shows(policyStrings.trial.run),
  },
  { what: 'audit', path: () => '/audit', ready: shows('Verify') },
  { what: 'system', path: () => '/system', ready: shows(commonStrings.pages.system) },
  { what: 'first steps', path: () => '/start', ready: (page) => page.locator('h1').waitFor() },
  {
    what: 'a page that is not there',
    path: () => '/nowhere',
    ready: shows(commonStrings.notFound.text),
  },
];
