import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

let kit: PortalKit;
let admin: Visitor;
beforeAll(async () => {
  kit = await startPortal();
  admin = await kit.admin();
});
afterAll(() => kit.close());

/** Everything that axe finds wrong with the page in both themes, on a desk and on a phone, and whether it is too wide. */
async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      found.push(...violations.map(({ id }) => `${colorScheme} ${width}: ${id}`));
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (isTooWide) found.push(`${colorScheme} ${width}: too wide`);
    }
  }
  return found;
}

const side = (page: Page, name: 'regulated' | 'public') =>
  page.locator(`.turn-text[data-side="${name}"]`);
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

describe('The question about the policy', () => {
  const { policy } = startStrings.steps;

  it('the strict policy is what First steps recommend, and one click puts it in force', async () => {
    const { page, go } = admin;
    await go('/start');
    const strict = page.getByRole('radio', { name: policy.choices.nothing.title });
    await strict.waitFor();
    expect(await strict.isChecked()).toBe(true);
    await page.getByText('does not meet the Safe Harbor method').waitFor();
    expect(await flaws(page)).toEqual([]);
    await press(page, policy.choose);
    await page.getByText(policy.done('healthcare-strict')).waitFor();
    const listed = await (await kit.proxy.service.api('/api/v1/policies')).json();
    expect(listed.data[0]).toMatchObject({ name: 'healthcare-strict', active: true });
    const records = await kit.proxy.service.records();
    expect(records.map(({ kind }) => kind)).toContain('policy_approved');
  });
});

describe('A demo call', () => {
  it('a newcomer sees a call on both sides, word by word, after one click', async () => {
    const { page, go } = admin;
    await go('');
    await page.waitForURL('**/portal/start');
    expect(await flaws(page)).toEqual([]);
    await press(page, startStrings.demo.call);
    await page.waitForURL('**/demo/portal/live');
    const reply = side(page, 'regulated').filter({ hasText: 'Hello' }).first();
    await reply.waitFor();
    const lengths = new Set<number>();
    await expect
      .poll(
        async () => {
          const text = (await reply.textContent()) ?? '';
          lengths.add(text.length);
          return text;
        },
        { interval: 20, timeout: 60_000 },
      )
      .toContain('to reach you?');
    expect(lengths.size).toBeGreaterThan(3);
    await side(page, 'regulated').getByText('fourteen twelve maple street').waitFor();
    const sent = (await side(page, 'public').allTextContents()).join('\n');
    expect(sent).not.toMatch(/Margaret|Delacroix|two oh two|sixty one|maple/);
    expect(await flaws(page)).toEqual([]);
  });

  it('what was said stays on the page when the call is over', async () => {
    const { page } = admin;
    await side(page, 'regulated').getByText('Goodbye.').first().waitFor();
    await expect
      .poll(async () => (await kit.proxy.service.api('/api/v1/demo')).json())
      .toMatchObject({ demo: { state: 'played' } });
    await page
      .getByText(/^Ended/)
      .first()
      .waitFor();
    expect(await side(page, 'regulated').getByText('Margaret').count()).toBeGreaterThan(0);
  });

  it('one click removes the demo, and the portal still opens with the first steps', async () => {
    const { page } = admin;
    await press(page, commonStrings.demo.remove);
    await page.waitForURL('**/portal/start');
    await admin.page.goto(`${kit.proxy.service.url}/demo/portal/calls`);
    await page.getByText(commonStrings.demo.gone).waitFor();
  });
});

describe('A demo day', () => {
  it('fills the overview and the lists, with the mark of the demo on each page', async () => {
    const { page, go } = admin;
    await go('/start');
    await press(page, startStrings.demo.day);
    await page.waitForURL('**/demo/portal/overview');
    await page.getByText('40 calls in the last 24 hours').first().waitFor();
    expect(await flaws(page)).toEqual([]);
    for (const path of ['overview', 'calls', 'agents', 'reports', 'audit', 'policies']) {
      await page.goto(`${kit.proxy.service.url}/demo/portal/${path}`);
      await page.getByText(commonStrings.demo.text).waitFor();
      expect(await page.title()).toMatch(/^Demo: /);
    }
    expect(kit.complaints).toEqual([]);
  });
});
