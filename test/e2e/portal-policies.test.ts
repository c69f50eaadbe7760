import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyStrings } from '../../renderer/policies/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { user } from '../support/proxy-kit.ts';

const { change, columns, coverage, form, history, preview, propose, trial, version, words } =
  policyStrings;

let kit: PortalKit;
let owner: Visitor;
let nurse: Visitor;
let agent: string;

beforeAll(async () => {
  kit = await startPortal();
  agent = await kit.proxy.agent({ name: 'Front desk' });
  owner = await kit.admin();
  nurse = await kit.member('nurse@example.com');
});
afterAll(() => kit?.close());

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

const fieldOf = (page: Page, column: string, kind: string) =>
  page.getByLabel(form.of(column, kind));

/** Lets requests to an address wait; `sent` holds what they sent. */
async function hold(page: Page, address: RegExp) {
  const sent: unknown[] = [];
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().postDataJSON());
      await promise;
    }
    await route.continue();
  });
  return { sent, release };
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

describe('A change of the global policy in the portal (decision 0095)', () => {
  it('the form changes the text, and somebody who is no admin proposes it', async () => {
    const { page, go } = nurse;
    await go('/policies');
    await tab(page, policyStrings.tab.change);
    const action = page.getByLabel(form.of(policyStrings.columns.action, 'Phone number'));
    await action.selectOption('redact');
    await page.getByText('Phone number: Redact, before: Mask').waitFor();
    await expectAccessible(page);
    await page.getByLabel(change.view).selectOption('yaml');
    expect(await page.getByLabel(change.label).inputValue()).toMatch(/PHONE:[^\n]*action: redact/);
    await page.getByLabel(propose.reason).fill('The model needs no numbers');
    await button(page, propose.button).click();
    await page.getByText(propose.done).waitFor();
    await kit.proxy.ask(agent, [user('call 202-555-0143')]);
    expect(kit.proxy.sent()).toContain('TOK1.PHONE.');
  });

  it('an admin sees that it waits, looks at the differences and approves it', async () => {
    const { page, go } = owner;
    await go('/policies');
    await button(page, policyStrings.toHistory).click();
    const proposal = page.getByRole('row').filter({ hasText: 'The model needs no numbers' });
    await proposal.getByText(history.states.proposed).waitFor();
    await proposal.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Phone number: Redact, before: Mask').waitFor();
    await expectAccessible(page);
    expect(await button(dialog, version.approve).isEnabled()).toBe(true);
    await button(dialog, version.approve).click();
    await button(dialog, version.approve).waitFor({ state: 'detached' });
    await button(dialog, commonStrings.close).click();
    await proposal.getByText(history.numbered(2, history.states.in_force)).waitFor();
    await kit.proxy.ask(agent, [user('call 202-555-0143')]);
    expect(kit.proxy.sent()).toContain('[REDACTED:PHONE]');
  });

  it('an earlier version is proposed again, and its author withdraws it', async () => {
    const { page } = owner;
    const first = page.getByRole('row').filter({ hasText: history.states.replaced.toLowerCase() });
    await first.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, version.back).click();
    await dialog.getByText(propose.done).waitFor();
    await button(dialog, commonStrings.close).click();
    const proposal = page.getByRole('row').filter({ hasText: 'Back to the version of' });
    await proposal.getByRole('button').click();
    await dialog.getByText('Phone number: Mask, before: Redact').waitFor();
    await button(dialog, version.withdraw).click();
    await button(dialog, version.withdraw).waitFor({ state: 'detached' });
    await button(dialog, commonStrings.close).click();
    await proposal.getByText(history.states.rejected).waitFor();
  });

  it('coverage warns of gaps, and one click gives an agent the strict policy', async () => {
    const { page } = owner;
    const night = await kit.proxy.agent({ name: 'Night line' });
    await kit.proxy.ask(night, [user('i was admitted on june third')]);
    await tab(page, policyStrings.tab.coverage);
    const row = page.getByRole('row').filter({ hasText: 'Front desk' });
    await row.getByText(/gaps$/).waitFor();
    await page.getByText('Fax number is not in the policy').first().waitFor();
    await expectAccessible(page);
    await button(row, coverage.useFor('healthcare-strict', 'Front desk')).click();
    await row.getByText(coverage.gaps(0)).waitFor();
    await button(page, coverage.propose('healthcare-strict')).click();
    const dialog = page.getByRole('dialog');
    const [open, reason] = [dialog.getByLabel(propose.reason), 'The privacy board asked for it'];
    await dialog
      .getByText(/Fax number/)
      .first()
      .waitFor();
    await open.fill(reason);
    await button(dialog, propose.button).click();
    await dialog.getByText(propose.done).waitFor();
    await button(dialog, commonStrings.close).click();
    await tab(page, policyStrings.tab.history);
    const own = page.getByRole('row').filter({ hasText: reason });
    await own.getByRole('button').click();
    await dialog.getByText(/without a gap: 5 → 16 of 16/).waitFor();
    await button(dialog, preview.button).click();
    await dialog.getByText(preview.newlyMasked('Date', 1)).waitFor();
    await dialog.getByText('i was admitted on [DATE]').waitFor();
    await expectAccessible(page);
    expect(await button(dialog, version.approve).isDisabled()).toBe(true);
    await dialog.getByLabel(version.ownNote).fill('I am the only admin');
    expect(await button(dialog, version.approve).isEnabled()).toBe(true);
    await button(dialog, commonStrings.close).click();
    expect(kit.complaints).toEqual([]);
  });
});

describe('What somebody types in the form of the policy', () => {
  it('a reason, half a word and a text to try stay while other things change', async () => {
    const { page, go } = nurse;
    await go('/policies');
    await tab(page, policyStrings.tab.change);
    await fieldOf(page, columns.action, 'E-mail address').selectOption('redact');
    const reason = page.getByLabel(propose.reason);
    const word = page.getByLabel(words.word);
    const expectTyped = async () => {
      await reason.waitFor();
      expect([await reason.inputValue(), await word.inputValue()]).toEqual(['Half a', 'Lakes']);
    };
    await reason.fill('Half a');
    await word.fill('Lakes');
    await fieldOf(page, columns.action, 'Phone number').selectOption('tokenize');
    await page.getByText('Phone number: Mask, before: Redact').waitFor();
    await expectTyped();
    await page.getByLabel(change.view).selectOption('yaml');
    const editor = page.getByLabel(change.label);
    const yaml = await editor.inputValue();
    await editor.fill(`x${yaml}`);
    await reason.waitFor({ state: 'hidden' });
    await editor.fill(yaml);
    await expectTyped();
    await tab(page, policyStrings.tab.try);
    await page.getByLabel(trial.text).fill('my name is');
    await tab(page, policyStrings.tab.change);
    await expectTyped();
    await tab(page, policyStrings.tab.try);
    expect(await page.getByLabel(trial.text).inputValue()).toBe('my name is');
  });

  it('a proposal on its way is not sent again, whatever is typed meanwhile', async () => {
    const { page } = nurse;
    await tab(page, policyStrings.tab.change);
    const { sent, release } = await hold(page, /\/policies\/versions$/);
    await button(page, propose.button).click();
    await page.getByLabel(propose.reason).press('End');
    await page.getByLabel(propose.reason).pressSequentially(' reason');
    await button(page, propose.button).click({ force: true });
    release();
    await page.getByText(propose.done).waitFor();
    expect(sent).toEqual([expect.objectContaining({ reason: 'Half a' })]);
  });

  it('a proposal that its author withdraws can be made again', async () => {
    const { page } = nurse;
    await tab(page, policyStrings.tab.history);
    const proposal = page.getByRole('row').filter({ hasText: 'Half a' });
    await proposal.getByRole('button').click();
    await button(page.getByRole('dialog'), version.withdraw).click();
    await button(page, version.withdraw).waitFor({ state: 'detached' });
    await button(page.getByRole('dialog'), commonStrings.close).click();
    await tab(page, policyStrings.tab.change);
    expect(await page.getByText(propose.done).count()).toBe(0);
    await button(page, propose.button).click();
    await page.getByText(propose.done).waitFor();
  });

  it('while a decision is on its way there is no other', async () => {
    const { page, go } = owner;
    await go('/policies');
    await tab(page, policyStrings.tab.history);
    const proposal = page.getByRole('row').filter({ hasText: 'Half a' }).first();
    await proposal.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const { sent, release } = await hold(page, /\/decision$/);
    await button(dialog, version.reject).click();
    await expect.poll(() => button(dialog, version.approve).isDisabled()).toBe(true);
    release();
    await button(dialog, version.reject).waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
  });

  it('the minimum confidence can be emptied and typed anew', async () => {
    const { page, go } = nurse;
    await go('/policies');
    await tab(page, policyStrings.tab.change);
    const threshold = fieldOf(page, columns.threshold, 'Name');
    const typed = (from: string, to: string) =>
      page.getByText(change.rows.threshold('Name', from, to)).waitFor();
    await threshold.press('ControlOrMeta+a');
    await threshold.press('Backspace');
    expect(await threshold.inputValue()).toBe('');
    await threshold.pressSequentially('.85');
    await typed('70 %', '85 %');
    await threshold.press('End');
    for (const _ of '.85') await threshold.press('Backspace');
    await threshold.pressSequentially('0.45');
    await typed('70 %', '45 %');
    expect(await threshold.inputValue()).toBe('0.45');
    await threshold.fill('7');
    await threshold.blur();
    await expect.poll(() => threshold.inputValue()).toBe('0.45');
  });

  it('a double click removes one word, and not the next, which moves up', async () => {
    const { page } = nurse;
    for (const word of ['aaa', 'bbb', 'ccc']) {
      await page.getByLabel(words.word).fill(word);
      await button(page, words.add).click();
    }
    await button(page, words.removeWord('ccc')).waitFor();
    await button(page, words.removeWord('aaa')).dblclick();
    await button(page, words.removeWord('aaa')).waitFor({ state: 'detached' });
    expect(await button(page, words.removeWord('bbb')).count()).toBe(1);
    // The button that has the focus goes with its word.
    await button(page, words.removeWord('bbb')).press('Enter');
    await button(page, words.removeWord('bbb')).waitFor({ state: 'detached' });
    const search = page.getByRole('tabpanel').getByLabel(words.search);
    expect(await search.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(kit.complaints).toEqual([]);
  });
});
