import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { reportsStrings } from '../../renderer/reports/strings.ts';
import { rosterStrings } from '../../renderer/roster/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

let kit: PortalKit;
let visitor: Visitor;

beforeAll(async () => {
  kit = await startPortal();
  visitor = await kit.admin();
  await visitor.go('/live');
});
afterAll(() => kit.close());

describe('A page whose code or data cannot be loaded', () => {
  const code = /\/assets\/agents-page-.*\.js$/;

  it('a page that cannot be loaded shows an error, and the menu still works', async () => {
    const { page } = visitor;
    await page.route(code, (route) => route.abort());
    const menu = page.getByRole('navigation', { name: commonStrings.productName });
    await menu.getByRole('link', { name: commonStrings.pages.agents, exact: true }).click();
    await page.getByRole('heading', { name: commonStrings.pageFailed.title, level: 1 }).waitFor();
    await page.getByRole('alert').getByText(commonStrings.pageFailed.text).waitFor();
    await menu.getByRole('link', { name: commonStrings.pages.calls, exact: true }).click();
    await page.getByRole('heading', { name: commonStrings.pages.calls, level: 1 }).waitFor();
  });

  it('the page appears after a retry', async () => {
    const { page, go } = visitor;
    await go('/agents');
    await page.getByRole('heading', { name: commonStrings.pageFailed.title, level: 1 }).waitFor();
    await page.unroute(code);
    await page.getByRole('button', { name: commonStrings.again }).click();
    await page.getByRole('heading', { name: commonStrings.pages.agents, level: 1 }).waitFor();
  });

  it('a service that does not answer is named at once, and its list appears when it does', async () => {
    const { page, go } = visitor;
    await page.route(/\/api\/v1\/sessions\?/, (route) => route.abort());
    await go('/calls');
    await page.getByText(commonStrings.noAnswer).waitFor();
    await page.unroute(/\/api\/v1\/sessions\?/);
    await page.getByText(callStrings.list.total(0), { exact: true }).waitFor();
  });

  it('an open page says that the service does not answer, until it does', async () => {
    const { page, go } = visitor;
    await go('/roster');
    await page.getByRole('heading', { name: rosterStrings.people.title }).waitFor();
    const api = /\/api\/v1\//;
    await page.route(api, (route) => route.abort());
    await page.getByRole('button', { name: rosterStrings.delete.button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: rosterStrings.delete.button }).click();
    await dialog.getByRole('button', { name: commonStrings.cancel }).click();
    await page.getByText(commonStrings.away).waitFor();
    await page.unroute(api);
    await page.getByText(commonStrings.away).waitFor({ state: 'detached' });
  });

  it('a browser without a network goes on asking a service on this machine', async () => {
    const { page, go } = visitor;
    await go('/roster');
    await page.getByRole('heading', { name: rosterStrings.people.title }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByRole('link', { name: commonStrings.pages.reports, exact: true }).click();
    await page.getByRole('heading', { name: reportsStrings.past.title }).waitFor();
  });

  it('live calls are asked for again after a refusal', async () => {
    const { page, go } = visitor;
    const feed = /\/api\/v1\/live/;
    await page.route(feed, (route) => route.fulfill({ status: 502 }));
    await go('/live');
    await page.getByText(callStrings.live.feedClosed).waitFor();
    await page.unroute(feed);
    await page.getByText(callStrings.live.feed.open, { exact: true }).waitFor();
    expect(await page.getByText(callStrings.live.feedClosed).count()).toBe(0);
  });

  it('the browser reports no other error', () => {
    expect(kit.complaints.filter((said) => !/agents-page|ERR_FAILED/.test(said))).toEqual([]);
  });
});
