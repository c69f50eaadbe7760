import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityStrings } from '../../renderer/activity/strings.ts';
import { auditStrings } from '../../renderer/audit/strings.ts';
import { callStrings } from '../../renderer/calls/strings.ts';
import { holdStrings } from '../../renderer/holds/strings.ts';
import { revealStrings } from '../../renderer/reveal/strings.ts';
import { type InventedDay, inventedDay } from '../support/portal/invented-day.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';
import { showValues } from '../support/portal/show-values.ts';

let kit: PortalKit;
let day: InventedDay;

beforeAll(async () => {
  kit = await startPortal();
  day = await inventedDay(kit.proxy);
});
afterAll(async () => {
  await day.finish();
  await kit.close();
});

const holds = holdStrings;

describe('A legal hold', () => {
  it('an admin places it on the page of a call, and the page of retention says so', async () => {
    const { page, go } = await kit.admin();
    await go(`/calls/${day.session}`);
    await page.getByRole('button', { name: holds.ask }).click();
    const dialog = page.getByRole('dialog', { name: holds.askTitle });
    expect(await dialog.getByLabel(holds.session).inputValue()).toBe(day.session);
    await dialog.getByLabel(holds.matter).fill('2026-14');
    await dialog.getByLabel(holds.reason).fill('subpoena');
    await dialog.getByLabel(holds.reviewer).fill('Counsel');
    await dialog.getByRole('button', { name: holds.place }).click();
    await page.getByText(holds.held(['2026-14'])).waitFor();
    await go('/audit');
    await page.getByRole('tab', { name: auditStrings.tab.retention }).click();
    await page.getByText(holds.banner.calls(1)).waitFor();
    await page.getByRole('tab', { name: auditStrings.tab.holds }).click();
    const held = page.getByRole('tabpanel').getByRole('row').filter({ hasText: '2026-14' });
    await held.filter({ hasText: 'Counsel' }).filter({ hasText: 'owner' }).waitFor();
    expect(kit.complaints).toEqual([]);
  });
});

describe('The words of a past call', () => {
  const { erase, states } = callStrings.detail.replay;

  it('an admin erases them, unless the call is under a hold', async () => {
    const { page, go } = await kit.admin();
    const dialog = page.getByRole('dialog', { name: erase.title });
    await go(`/calls/${day.session}`);
    await page.getByRole('button', { name: erase.button }).click();
    await dialog.getByRole('button', { name: erase.confirm }).click();
    await dialog.getByText('This call is under a legal hold.').waitFor();
    const calls = await kit.proxy.sessions(day.frontDesk);
    await go(`/calls/${calls.find(({ ended }) => ended)?.id}`);
    await page.getByRole('button', { name: erase.button }).click();
    await dialog.getByRole('button', { name: erase.confirm }).click();
    await page.getByText(states['erased'] ?? '').waitFor();
    expect(await page.locator('.turn-text .mark').count()).toBe(0);
  });
});

describe('The activity', () => {
  const { columns, csv, groups, links, person, what } = activityStrings;
  const rows = (page: Page) => page.getByRole('tabpanel').getByRole('row');

  it('it is what the audit page opens on; it filters, links to its calls, and is saved as CSV', async () => {
    const { page, go } = await kit.admin();
    await go('/audit');
    await rows(page).filter({ hasText: groups.changing.actions.legal_hold_placed }).waitFor();
    await page.getByLabel(what).selectOption(groups.changing.actions.mark_added);
    await rows(page).filter({ hasText: groups.changing.actions.mark_added }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByLabel(what).selectOption('changing');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    await page.getByLabel(person, { exact: true }).fill('nobody');
    await page.getByText(activityStrings.empty.text).waitFor();
    await page.getByLabel(person, { exact: true }).fill('owner');
    await rows(page).filter({ hasText: groups.changing.actions.agent_created }).first().waitFor();
    expect(new URL(page.url()).search).toContain('person=owner');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: csv }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain('person,name,action');
    expect(lines).toHaveLength(await rows(page).count());
    await rows(page).getByRole('link', { name: links.call }).first().click();
    await page.waitForURL(/\/calls\/sess_/);
    expect(kit.complaints).toEqual([]);
  });

  it('the page of a call shows who looked at it, and leads to all of that', async () => {
    const { page, go } = await kit.admin();
    await go(`/calls/${day.session}`);
    await page.getByRole('tab', { name: callStrings.detail.tab.replay }).waitFor();
    await showValues(page);
    await page.getByRole('tab', { name: callStrings.detail.tab.access }).click();
    const look = rows(page).filter({ hasText: groups.looking.actions.regulated_view_opened });
    await look.first().waitFor();
    expect(await look.first().textContent()).toContain(revealStrings.reasons.call_review);
    expect(await page.getByRole('columnheader', { name: columns.about }).count()).toBe(0);
    await page.getByRole('link', { name: activityStrings.all }).click();
    await rows(page).filter({ hasText: groups.looking.actions.regulated_view_opened }).waitFor();
    expect(new URL(page.url()).search).toContain(`object=${day.session}`);
    expect(kit.complaints).toEqual([]);
  });
});

describe('The page of the audit log', () => {
  it('after verifying, the page counts as many events as were verified', async () => {
    const { page, go } = await kit.admin();
    await go('/audit?tab=log');
    const before = page.getByText(auditStrings.verify.ok, { exact: true });
    await page.getByRole('button', { name: auditStrings.verify.button }).click();
    await before.waitFor();
    const state = page.waitForResponse((answer) => answer.url().includes('/api/v1/audit?'));
    await page.getByRole('button', { name: auditStrings.verify.button }).click();
    expect((await state).status()).toBe(200);
  });

  it('the page lists one checkpoint per day, and all of them on request', async () => {
    const { page, go } = await kit.admin();
    await go('/audit?tab=log');
    const rows = page.getByRole('tabpanel').getByRole('row');
    await page.getByText(auditStrings.checkpoints.daily).waitFor();
    expect(await rows.count()).toBeLessThanOrEqual(3);
    await page.getByRole('button', { name: auditStrings.checkpoints.showAll }).click();
    await page.getByRole('button', { name: auditStrings.checkpoints.showDaily }).waitFor();
    expect(kit.complaints).toEqual([]);
  });
});
