import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { agentStrings } from '../../renderer/agents/strings.ts';
import { policyStrings } from '../../renderer/policies/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

let kit: PortalKit;
let owner: Visitor;
beforeAll(async () => {
  kit = await startPortal();
  owner = await kit.admin();
});
afterAll(() => kit?.close());
afterEach(() => expect(kit.complaints).toEqual([]));

const said = 'I am Jane Miller, admitted on june third, my number is 202 555 0143.';

it('a test call marks each value on both sides, as the live view does', async () => {
  const agent = await kit.proxy.agent({ name: 'Front desk' });
  await owner.go(`/agents/${agent}`);
  const { page } = owner;
  const test = agentStrings.detail.test;
  await page.getByLabel(test.sentence).fill(said);
  await page.getByRole('button', { name: test.button }).click();
  const call = page.locator('.test-call');
  const marks = (side: string) => call.locator(`li[data-side=${side}]`).first().locator('mark');
  await marks('regulated').first().waitFor();
  expect(await marks('regulated').allTextContents()).toEqual([
    ...['Jane Miller', 'june third', '202 555 0143'],
  ]);
  expect(await marks('regulated').nth(1).getAttribute('data-clear')).toBe('true');
  expect(await marks('public').allTextContents()).toEqual([
    ...[expect.stringMatching(/^Name · /), 'june third', expect.stringMatching(/^Phone number · /)],
  ]);
});

it('a tried text shows what is masked, and what stays in the clear', async () => {
  await owner.go('/policies');
  const { page } = owner;
  const { trial } = policyStrings;
  await page.getByRole('tab', { name: policyStrings.tab.try }).click();
  await page.getByLabel(trial.text).fill(said);
  await page.getByRole('button', { name: trial.run }).click();
  await page.getByText(trial.left(['Date: 1'])).waitFor();
  const left = page.locator('.trial-text[data-side=public] mark[data-clear=true]');
  expect(await left.allTextContents()).toEqual(['june third']);
});
