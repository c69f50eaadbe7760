import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type InventedDay, inventedDay } from '../support/portal/invented-day.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { views } from '../support/portal/views.ts';
import { user } from '../support/proxy-kit.ts';

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

/** Everything that axe finds wrong with what is on the page, as text. */
async function flaws(page: Page, rules?: string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Whether the page as a whole is wider than its window. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Between the themes, only the colours differ. */
const ofColours = ['color-contrast', 'link-in-text-block'];

describe('The list of calls on a phone', () => {
  it('a call is a card with all its facts, which needs no sideways scrolling', async () => {
    const { page, go, context } = await kit.admin({ viewport: { width: 390, height: 800 } });
    await go('/calls');
    const card = page.getByRole('row').filter({ hasText: 'Nurse line' });
    await card.waitFor();
    const [around, ...facts] = await Promise.all([
      card.boundingBox(),
      ...(await card.getByRole('cell').all()).map((cell) => cell.boundingBox()),
    ]);
    expect(around?.height).toBeLessThan(200);
    for (const fact of facts) {
      expect(fact?.x).toBeGreaterThanOrEqual(0);
      expect((fact?.x ?? 0) + (fact?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await context.close();
  });
});

describe('The menu on a phone', () => {
  it('is a bar with four pages at the foot of the window, and the others are behind one button', async () => {
    const { page, go, context } = await kit.admin({ viewport: { width: 390, height: 800 } });
    await go('/overview');
    const menu = page.getByRole('navigation', { name: commonStrings.productName });
    await menu.waitFor();
    const [box, visible] = [await menu.boundingBox(), menu.getByRole('link')];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800);
    expect(await visible.count()).toBe(4);
    await menu.getByRole('button', { name: commonStrings.morePages }).click();
    await menu.getByRole('link', { name: commonStrings.pages.reports }).click();
    await page.getByRole('heading', { name: commonStrings.pages.reports, level: 1 }).waitFor();
    await expect.poll(() => visible.count()).toBe(4);
    await context.close();
  });
});

describe('In both themes, on a desktop and on a phone', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await kit.admin({ colorScheme: 'light', viewport: { width: 1280, height: 800 } });
  });
  afterAll(() => visitor.context.close());

  it.each(views)('nothing is wrong with the view “$what”', async ({ path, open, ready }) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await visitor.go(path(day));
    await open?.(page);
    await ready(page);
    expect(await flaws(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await flaws(page, ofColours)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 800 });
    await ready(page);
    expect(await flaws(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(kit.complaints).toEqual([]);
  });
});

describe('A name as long as the service takes it', () => {
  it.each([360, 1280])('breaks and hides nothing in a window of %d pixels', async (width) => {
    const name = `${width}`.padEnd(64, 'W');
    const agent = await kit.proxy.agent({ name });
    await kit.proxy.ask(agent, [user('good morning')], { call: { id: name } });
    const { page, go, context } = await kit.admin({ viewport: { width, height: 740 } });
    for (const path of ['/live', `/agents/${agent}`, '/agents', '/calls', '/start']) {
      await go(path);
      await page.getByText(name).last().waitFor();
      expect([path, await isTooWide(page)]).toEqual([path, false]);
      if (path !== '/agents') continue;
      const table = page.locator('.table-frame');
      expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    }
    await kit.proxy.tell(agent, { type: 'end-of-call-report', call: { id: name } });
    await context.close();
  });
});

describe('What is printed', () => {
  it('is dark on light in the dark theme too, without the menu', async () => {
    const { page, go, context } = await kit.admin();
    await go(`/calls/${day.session}`);
    await page.getByRole('heading', { name: /Nurse line/ }).waitFor();
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    const ink = () =>
      page.evaluate(() =>
        Number(/\d+/.exec(getComputedStyle(document.documentElement).color)?.[0]),
      );
    expect(await ink()).toBeGreaterThan(200);
    await page.emulateMedia({ media: 'print' });
    expect(await ink()).toBeLessThan(60);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await context.close();
  });
});
