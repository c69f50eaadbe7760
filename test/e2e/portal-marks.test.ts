import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { reviewStrings } from '../../renderer/review/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { showValues } from '../support/portal/show-values.ts';
import { assistant, user } from '../support/proxy-kit.ts';

const { marking } = callStrings;
const call = { id: 'marked-call' };
const history: object[] = [];

let kit: PortalKit;
let owner: Visitor;
let page: Page;
let agent: string;

beforeAll(async () => {
  kit = await startPortal();
  agent = await kit.proxy.agent({ name: 'Front desk' });
  owner = await kit.admin();
  page = owner.page;
});
afterAll(() => kit?.close());

async function say(words: string): Promise<void> {
  history.push(user(words));
  history.push(assistant(await kit.proxy.ask(agent, history, { call })));
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog');

describe('Marking mistakes in a live call (decision 0084)', () => {
  it('nothing can be marked before real values are shown', async () => {
    await say('we are at the blueheron, my name is Odalys Wrigley');
    expect(kit.proxy.sent()).toContain('blueheron');
    await owner.go('/live');
    await page.getByRole('heading', { name: 'Front desk', level: 2 }).waitFor();
    expect(await button(marking.missed).count()).toBe(0);
  });

  it('selected words are masked from the next turn on', async () => {
    await showValues(page);
    const text = page.locator('[data-side="regulated"] [data-text-of]').first();
    await text.getByText('we are at the blueheron').waitFor();
    const words = await text.evaluate((element) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const range = document.createRange();
      range.setStart(node, node.data.indexOf('blueheron'));
      range.setEnd(node, node.data.indexOf('blueheron') + 'blueheron'.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.dblclick(words.x, words.y);
    await page.locator('.marking-words').getByRole('button').click();
    expect(await dialog().getByLabel(marking.words).inputValue()).toBe('blueheron');
    await dialog().getByLabel(marking.kind).selectOption('ADDRESS');
    await dialog().getByRole('button', { name: marking.mark }).click();
    await page.getByText(marking.effects['missed']?.['masked'] ?? '').waitFor();
    await say('yes, the blueheron');
    expect(kit.proxy.sent()).not.toContain('blueheron');
  });

  it('the keyboard marks a masked value as not private, and typed words as missed', async () => {
    const name = page.locator('[data-side="regulated"]').getByRole('button', { name: /^Odalys/ });
    await name.first().focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: marking.falseHit }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(marking.effects['false_hit']?.['in_clear'] ?? '').waitFor();
    await button(marking.missed).focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel(marking.words).fill('nowhere said');
    await dialog().getByText(marking.notSaid).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await dialog().getByText(marking.valuesHidden).waitFor();
    await page.keyboard.press('Escape');
    await button(commonStrings.discard.discard).click();
    await say('thank you');
    expect(kit.proxy.sent()).toContain('Odalys Wrigley');
    expect(kit.proxy.sent()).not.toContain('blueheron');
  });
});

describe('The review page (decision 0084)', () => {
  it('marks show their words only on demand, and a decision gives the lines of the policy', async () => {
    await page.getByRole('link', { name: commonStrings.pages.review, exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Address' });
    await row.waitFor();
    expect(await page.getByText('blueheron').count()).toBe(0);
    await row.getByRole('button').click();
    await showValues(page);
    await dialog().locator('mark').getByText('blueheron').waitFor();
    await button(reviewStrings.decide.policy_word).click();
    await dialog().getByText('- "blueheron"').waitFor();
    await button(commonStrings.close).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel(reviewStrings.state).selectOption('decided');
    await row.getByText(reviewStrings.outcomes['policy_word'] ?? '').waitFor();
    expect(kit.complaints).toEqual([]);
  });
});
