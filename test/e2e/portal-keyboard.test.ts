import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { holdStrings } from '../../renderer/holds/strings.ts';
import { keyboardStrings } from '../../renderer/keyboard/strings.ts';
import { lockStrings } from '../../renderer/lock/strings.ts';
import { idleMs } from '../../renderer/lock/watch-idle.ts';
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
  await day.finish();
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
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });

async function gone(target: Locator): Promise<void> {
  await target.waitFor({ state: 'detached' });
}

async function hasFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((it) => it === document.activeElement)).toBe(true);
}

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
    await hasFocus(button(revealStrings.show));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
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
    const prove = page.getByRole('button', { name: /Call began/ });
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

describe('Dialogs with the keyboard only', () => {
  const question = () => dialog(commonStrings.discard.title);
  const hold = () => dialog(holdStrings.askTitle);
  const matter = () => hold().getByLabel(holdStrings.matter);

  /** Each second one closes the question that the one before it asked. */
  const escapeEightTimes = async () => {
    for (let again = 0; again < 4; again += 1) {
      await page.keyboard.press('Escape');
      await question().waitFor();
      await page.keyboard.press('Escape');
      await gone(question());
      expect(await matter().inputValue()).toBe('2026-14');
    }
  };

  it('Escape asks before text is lost as often as it is pressed, and closes only the question', async () => {
    await visitor.go('/audit?tab=holds');
    await pressOn(button(holdStrings.ask));
    await tabTo(matter());
    await page.keyboard.type('2026-14');
    await escapeEightTimes();
  });

  it('Escape counts also where nothing in the dialog has the focus', async () => {
    await matter().blur();
    await escapeEightTimes();
  });

  it('a dialog that the browser closes without asking opens again and asks', async () => {
    await hold().evaluate((element) => (element as HTMLDialogElement).close());
    await question().waitFor();
    await page.keyboard.press('Escape');
    await gone(question());
    expect(await matter().inputValue()).toBe('2026-14');
    await page.keyboard.press('Escape');
    await pressOn(button(commonStrings.discard.discard));
    await gone(hold());
    await pressOn(button(holdStrings.ask));
    await hold().waitFor();
    await page.keyboard.press('Escape');
    await gone(hold());
  });

  it('Escape first clears a search, and then closes its dialog', async () => {
    const { ask, title, value } = callStrings.valueSearch;
    await visitor.go('/calls');
    await pressOn(button(ask));
    const search = dialog(title).getByLabel(value, { exact: true });
    await tabTo(search);
    await page.keyboard.type('abc');
    await page.keyboard.press('Escape');
    await expect.poll(() => search.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await gone(dialog(title));
  });

  it('Enter saves a view once it has a name', async () => {
    const { save, title, name } = callStrings.list.views;
    await pressOn(button(save));
    const field = dialog(title).getByLabel(name);
    await hasFocus(field);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Mornings');
    await page.keyboard.press('Enter');
    await link('Mornings').waitFor();
    await gone(dialog(title));
  });

  it('Escape closes the inner dialog only; Enter in its note shows the values', async () => {
    await visitor.go('/review');
    await pressOn(page.getByRole('row').filter({ hasText: 'Place' }).getByRole('button'));
    const mark = page.getByRole('dialog').first();
    const why = dialog(revealStrings.title);
    await pressOn(mark.getByRole('button', { name: revealStrings.show }));
    await why.waitFor();
    await page.keyboard.press('Escape');
    await gone(why);
    expect(await mark.isVisible()).toBe(true);
    await pressOn(mark.getByRole('button', { name: revealStrings.show }));
    await tabTo(why.getByLabel(revealStrings.note));
    await page.keyboard.type('ticket 4');
    await page.keyboard.press('Enter');
    await mark.locator('mark').getByText('old mill').waitFor();
    await hasFocus(button(revealStrings.hide));
  });

  it('a tab has the ring of the focus for the keyboard alone', async () => {
    await visitor.go('/policies');
    const tab = page.getByRole('tab').nth(1);
    const ring = () => tab.evaluate((element) => getComputedStyle(element).outlineStyle);
    await tab.click();
    await hasFocus(tab);
    expect(await ring()).toBe('none');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await hasFocus(tab);
    expect(await ring()).toBe('solid');
  });

  it('Escape does not open the lock, and unlocking gives the focus back', async () => {
    await visitor.go('/agents');
    const search = page.locator('main input[type="search"]');
    await search.fill('front');
    await page.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, idleMs);
    const card = dialog(lockStrings.title);
    await card.waitFor();
    for (let again = 0; again < 4; again += 1) {
      await page.keyboard.press('Escape');
      expect(await card.isVisible()).toBe(true);
    }
    await page.keyboard.press('Enter');
    await gone(card);
    await hasFocus(search);
    expect(await search.inputValue()).toBe('front');
    expect(kit.complaints).toEqual([]);
  });
});
