import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { keyboardStrings } from '../../renderer/keyboard/strings.ts';
import { revealStrings } from '../../renderer/reveal/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type InventedDay, inventedDay } from '../support/portal/invented-day.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

/** More stops than any page has on the way to what is looked for. */
const manyStops = 120;

let kit: PortalKit;
let day: InventedDay;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  kit = await startPortal();
  day = await inventedDay(kit.proxy);
  visitor = await kit.admin();
  page = visitor.page;
});
afterAll(async () => {
  await day.speech.finish();
  await kit.close();
});

/** Tabs on until the element has the focus, and that it can be seen to have it. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < manyStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe(
        'solid',
      );
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error('the keyboard does not get there');
}

async function pressOn(target: Locator): Promise<void> {
  await tabTo(target);
  await page.keyboard.press('Enter');
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });

describe('The portal with the keyboard only', () => {
  it('the keyboard skips to the content, and shows and hides real values', async () => {
    await visitor.go('/live');
    await pressOn(link(commonStrings.skip));
    await pressOn(button(revealStrings.show));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: revealStrings.show }));
    const real = page.locator('[data-side="regulated"]').getByRole('button', { name: /^94107/ });
    await real.waitFor();
    await tabTo(page.locator('.sides ol'));
    const masked = page.locator('[data-side="public"] .mark[title*="TOK1.ZIP"]').first();
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight');
        return masked.getAttribute('data-active');
      })
      .toBe('true');
    // Backwards: focus that leaves the page at its end hides the values as well.
    await tabTo(button(revealStrings.hide), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await real.waitFor({ state: 'detached' });
  });

  it('g and a letter open a page, / its search, ? the shortcuts, Ctrl K the palette', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: commonStrings.pages.agents, level: 1 }).waitFor();
    await page.keyboard.press('/');
    const search = page.locator('main input[type="search"]');
    expect(await search.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByLabel(keyboardStrings.palette.label).fill('billing');
    await page.getByRole('dialog').getByRole('button', { name: 'Billing' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: keyboardStrings.help }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('heading', { name: commonStrings.pages.live, level: 1 }).waitFor();
  });

  it('the keyboard switches between calls', async () => {
    const list = page.getByRole('navigation', { name: callStrings.live.list });
    await pressOn(list.getByRole('button', { name: /Billing/ }));
    await page.getByRole('heading', { name: 'Billing', level: 2 }).waitFor();
    await page.getByText(callStrings.sides.failed(1)).waitFor();
  });

  it('the keyboard opens a call and verifies an event, and focus returns', async () => {
    await pressOn(link(commonStrings.pages.calls));
    const row = page.getByRole('row').filter({ hasText: 'Nurse line' });
    await pressOn(row.getByRole('link'));
    await tabTo(page.getByRole('tab', { name: callStrings.detail.tab.replay }));
    await page.keyboard.press('ArrowRight');
    await pressOn(page.locator('summary').filter({ hasText: /events of the audit log$/ }));
    const prove = page.getByRole('button', { name: /call_started/ });
    await pressOn(prove);
    await page.getByText(callStrings.detail.proof.verdict.good).waitFor();
    await pressOn(page.getByRole('dialog').getByRole('button', { name: commonStrings.close }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => prove.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('arrow keys move between tabs, and the keyboard opens the transcript', async () => {
    await tabTo(page.getByRole('tab', { name: callStrings.detail.tab.timeline }));
    await page.keyboard.press('ArrowLeft');
    await pressOn(button(revealStrings.show));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: revealStrings.show }));
    await page.locator('[data-side="regulated"]').getByText('Robert Chen').first().waitFor();
    expect(kit.complaints).toEqual([]);
  });
});
