import type { Page } from 'playwright-core';
import { functionStrings } from '../../../renderer/agents/functions/strings.ts';
import { agentStrings } from '../../../renderer/agents/strings.ts';
import { callStrings } from '../../../renderer/calls/strings.ts';
import { figureStrings } from '../../../renderer/figures/strings.ts';
import { policyStrings } from '../../../renderer/policies/strings.ts';
import { reportsStrings } from '../../../renderer/reports/strings.ts';
import { reviewStrings } from '../../../renderer/review/strings.ts';
import { rosterStrings } from '../../../renderer/roster/strings.ts';
import { settingsStrings } from '../../../renderer/settings/strings.ts';
import { commonStrings } from '../../../renderer/ui/strings.ts';
import { showValues } from './show-values.ts';

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
const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();
const row = (text: string) => (page: Page) =>
  page.getByRole('row').filter({ hasText: text }).first().waitFor();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();
/** Opens the events behind the lines of the timeline. */
const events = async (page: Page) => {
  await tab(callStrings.detail.tab.timeline)(page);
  await page.getByText(/^All \d+ events/).click();
};
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Every page, in each of the ways it is looked at. */
export const views: readonly View[] = [
  { what: 'the overview', path: () => '/overview', ready: shows(figureStrings.charts.latency) },
  {
    what: 'live calls',
    path: () => '/live',
    ready: (page) => page.getByText('Tuesday at ten is free').last().waitFor(),
  },
  {
    what: 'live calls, both sides',
    path: () => '/live',
    open: showValues,
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Tuesday at ten is free').waitFor(),
  },
  { what: 'calls', path: () => '/calls', ready: row('Nurse line') },
  {
    what: 'a call',
    path: ({ session }) => `/calls/${session}`,
    ready: shows(callStrings.sides.turn(0)),
  },
  {
    what: 'the timeline of a call',
    path: ({ session }) => `/calls/${session}`,
    open: events,
    ready: shows('Call ended'),
  },
  {
    what: 'the proof of an event',
    path: ({ session }) => `/calls/${session}`,
    open: async (page) => {
      await events(page);
      await page.getByRole('button', { name: /Call began/ }).click();
    },
    ready: shows(callStrings.detail.proof.verdict.good),
  },
  {
    what: 'the replay of a call',
    path: ({ session }) => `/calls/${session}`,
    open: showValues,
    ready: (page) =>
      page.locator('[data-side="regulated"]').getByText('Robert Chen').first().waitFor(),
  },
  { what: 'agents', path: () => '/agents', ready: shows('Nurse line') },
  { what: 'a new agent', path: () => '/agents/new', ready: shows(agentStrings.form.submit) },
  {
    what: 'an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    ready: shows(figureStrings.charts.latency),
  },
  {
    what: 'connecting an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: tab(agentStrings.detail.tab.connect),
    ready: shows(agentStrings.detail.connect.curl),
  },
  {
    what: 'the functions of an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: tab(agentStrings.detail.tab.functions),
    ready: row('book_visit'),
  },
  {
    what: 'a function of an agent',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: async (page) => {
      await tab(agentStrings.detail.tab.functions)(page);
      await press(`${functionStrings.edit}: book_visit`)(page);
    },
    ready: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    what: 'trying a function',
    path: ({ frontDesk }) => `/agents/${frontDesk}`,
    open: async (page) => {
      await tab(agentStrings.detail.tab.functions)(page);
      await press(`${functionStrings.tryIt}: book_visit`)(page);
      await press(functionStrings.test.send)(page);
    },
    ready: (page) => page.getByRole('dialog').getByRole('alert').waitFor(),
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
    what: 'a change of a policy as text',
    path: () => '/policies',
    open: async (page) => {
      await tab(policyStrings.tab.change)(page);
      await page.getByLabel(policyStrings.change.view).selectOption('yaml');
    },
    ready: shows(policyStrings.change.none),
  },
  {
    what: 'what policies cover',
    path: () => '/policies',
    open: tab(policyStrings.tab.coverage),
    ready: shows('Fax number is not in the policy'),
  },
  {
    what: 'the versions of the policy',
    path: () => '/policies',
    open: tab(policyStrings.tab.history),
    ready: row(policyStrings.history.states.proposed),
  },
  {
    what: 'a proposed policy',
    path: () => '/policies',
    open: async (page) => {
      await tab(policyStrings.tab.history)(page);
      const proposed = page
        .getByRole('row')
        .filter({ hasText: policyStrings.history.states.proposed });
      await proposed.getByRole('button').click();
    },
    ready: shows(policyStrings.version.approve),
  },
  {
    what: 'the playground',
    path: () => '/policies',
    open: tab(policyStrings.tab.try),
    ready: shows(policyStrings.trial.run),
  },
  { what: 'the review of marks', path: () => '/review', ready: row('Missed') },
  {
    what: 'a mark',
    path: () => '/review',
    open: async (page) => {
      await page
        .getByRole('button', { name: /Open the mark/ })
        .first()
        .click();
      await showValues(page);
    },
    ready: shows(reviewStrings.decide.policy_word),
  },
  {
    what: 'marking missed words',
    path: () => '/live',
    open: async (page) => {
      await showValues(page);
      await press(callStrings.marking.missed)(page);
    },
    ready: shows(callStrings.marking.missedTitle),
  },
  { what: 'the roster', path: () => '/roster', ready: shows('Insurance') },
  {
    what: 'a person of the roster',
    path: () => '/roster',
    open: async (page) => {
      await showValues(page);
      await page.getByLabel(rosterStrings.search.query).fill('quennell');
      await press(rosterStrings.search.button)(page);
    },
    ready: row('88241'),
  },
  { what: 'reports', path: () => '/reports', ready: shows(reportsStrings.content.title) },
  { what: 'activity', path: () => '/audit', ready: row('Created an agent') },
  { what: 'audit', path: () => '/audit?tab=log', ready: shows('Verify') },
  {
    what: 'access to a call',
    path: ({ session }) => `/calls/${session}`,
    open: tab(callStrings.detail.tab.access),
    ready: row('Marked a mistake'),
  },
  { what: 'system', path: () => '/system', ready: heading(commonStrings.pages.system) },
  { what: 'the clinic', path: () => '/settings', ready: shows(settingsStrings.clinic.timeZone) },
  {
    what: 'a test of a provider',
    path: () => '/settings',
    open: async (page) => {
      await tab(settingsStrings.tabs.providers)(page);
      await press(`${settingsStrings.providers.test}: stub`)(page);
    },
    ready: shows(settingsStrings.providers.works),
  },
  {
    what: 'adding a business associate',
    path: () => '/settings',
    open: async (page) => {
      await tab(settingsStrings.tabs.associates)(page);
      await press(settingsStrings.add)(page);
    },
    ready: shows(settingsStrings.associates.addTitle),
  },
  {
    what: 'alerts',
    path: () => '/settings',
    open: tab(settingsStrings.tabs.alerts),
    ready: shows(settingsStrings.mail.title),
  },
  {
    what: 'adding a rule of alerts',
    path: () => '/settings',
    open: async (page) => {
      await tab(settingsStrings.tabs.alerts)(page);
      await press(settingsStrings.add)(page);
    },
    ready: shows(settingsStrings.alerts.addTitle),
  },
  { what: 'first steps', path: () => '/start', ready: (page) => page.locator('h1').waitFor() },
  {
    what: 'a page that is not there',
    path: () => '/nowhere',
    ready: shows(commonStrings.notFound.text),
  },
];
