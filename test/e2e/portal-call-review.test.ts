import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { reviewStrings } from '../../renderer/review/strings.ts';
import { eventually } from '../support/eventually.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { user } from '../support/proxy-kit.ts';

const { wordSearch, list } = callStrings;
const { review } = callStrings.detail;

let kit: PortalKit;
let owner: Visitor;

beforeAll(async () => {
  kit = await startPortal();
  const desk = await kit.proxy.agent({ name: 'Front desk' });
  const nurse = await kit.proxy.agent({ name: 'Nurse line' });
  await kit.proxy.askOnce(desk, [user('I want to refill my insulin, call 202-555-0143')]);
  await kit.proxy.askOnce(desk, [user('an appointment, please')]);
  await kit.proxy.askOnce(nurse, [user('Insulín, a refill')]);
  await eventually(async () => {
    const sealed = (await kit.proxy.service.records()).filter(
      ({ kind }) => kind === 'session_sealed',
    );
    expect(sealed).toHaveLength(3);
  });
  owner = await kit.admin();
});
afterAll(() => kit?.close());

const field = () => owner.page.getByRole('searchbox', { name: wordSearch.label });
const rows = () => owner.page.locator('.call-table tbody tr');
const total = (count: number) => owner.page.getByText(list.total(count), { exact: true });

describe('Calls are found by words that were said (decision 0174)', () => {
  it('as they are typed and sent, with a word on what is searched', async () => {
    await owner.go('/calls');
    await total(3).waitFor();
    await field().fill('REFILL insulin');
    await field().press('Enter');
    await total(2).waitFor();
    expect(await rows().count()).toBe(2);
    await owner.page.getByText(wordSearch.note).waitFor();
    expect(owner.page.url()).not.toMatch(/insulin/i);
  });

  it('as a phrase in quotation marks, and by the beginning of a word', async () => {
    await field().fill('"refill my insulin"');
    await field().press('Enter');
    await total(1).waitFor();
    await field().fill('refill insul*');
    await field().press('Enter');
    await total(2).waitFor();
    await field().fill('REFILL insulin');
    await field().press('Enter');
    await total(2).waitFor();
  });

  it('together with the filters', async () => {
    await owner.page.getByLabel(list.agent).selectOption({ label: 'Nurse line' });
    await total(1).waitFor();
    expect(await rows().count()).toBe(1);
    await owner.page.getByLabel(list.agent).selectOption('');
    await total(2).waitFor();
  });

  it('and are found still when the reader comes back from one of them', async () => {
    await rows().first().getByRole('link').first().click();
    await owner.page.getByText(callStrings.detail.back).click();
    await total(2).waitFor();
    expect(await field().inputValue()).toBe('REFILL insulin');
  });

  it('and all calls are back once the field is empty', async () => {
    await field().fill('');
    await total(3).waitFor();
    await field().fill('dragon');
    await field().press('Enter');
    await owner.page.getByText(wordSearch.empty.text).waitFor();
    expect(kit.complaints).toEqual([]);
  });

  it('each search asks once', async () => {
    const searches = (await kit.proxy.service.records()).filter(
      ({ kind }) => kind === 'values_searched',
    );
    expect(searches.map(({ calls_found }) => calls_found)).toEqual([2, 1, 2, 2, 1, 0]);
  });
});

describe('A call has tags, a note and a review (decision 0175)', () => {
  const page = () => owner.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });

  it('which an officer gives it on its page', async () => {
    await owner.go('/calls');
    await rows().last().getByRole('link').first().click();
    await page().getByText(review.notReviewed).waitFor();
    await button(review.review).click();
    await page().getByText(review.reviewedBy('owner')).waitFor();
    await page().getByLabel(review.tags).fill('Refund, call back');
    await page().getByLabel(review.note).fill('The policy changed since.');
    await button(review.save).click();
    await page().getByText(review.writtenBy('owner')).waitFor();
    expect(await page().getByLabel(review.tags).inputValue()).toBe('refund, call back');
    expect(await button(review.save).isDisabled()).toBe(true);
  });

  it('which the list shows, and by which it is found', async () => {
    await owner.go('/calls');
    await total(3).waitFor();
    await page().getByLabel(list.review).selectOption('yes');
    await total(1).waitFor();
    await rows().getByText(list.reviewed, { exact: true }).waitFor();
    expect(await rows().getByRole('listitem').allTextContents()).toEqual(['refund', 'call back']);
    await page().getByLabel(list.review).selectOption('no');
    await total(2).waitFor();
    await page().getByLabel(list.review).selectOption('');
    await page().getByRole('searchbox', { name: wordSearch.tag, exact: true }).fill('call back');
    await button(wordSearch.search).click();
    await total(1).waitFor();
    expect(page().url()).not.toContain('call%20back');
    expect(page().url()).not.toContain('tag');
  });

  it('which can be taken back, and whose refusal is said', async () => {
    await rows().getByRole('link').first().click();
    await button(review.takeBack).click();
    await page().getByText(review.notReviewed).waitFor();
    await page().getByLabel(review.tags).fill('<b>');
    await button(review.save).click();
    await page().getByRole('alert').waitFor();
  });

  it('of which a viewer sees no note and changes nothing', async () => {
    const viewer = await kit.member('viewer@example.com');
    await viewer.page.goto(page().url());
    await viewer.page.getByText(review.notReviewed).waitFor();
    expect(await viewer.page.getByLabel(review.tags).getByRole('listitem').count()).toBe(2);
    expect(await viewer.page.getByLabel(review.note).count()).toBe(0);
    expect(await viewer.page.getByRole('button', { name: review.review }).count()).toBe(0);
    await viewer.go('/review');
    await viewer.page.getByText(reviewStrings.emptyForReaders.text).waitFor();
    expect(kit.complaints).toEqual([]);
  });

  it('without anything that axe finds wrong', async () => {
    for (const path of [
      '/calls',
      page()
        .url()
        .replace(/.*\/portal/, ''),
    ]) {
      await owner.go(path);
      await page().locator('h1').waitFor();
      await page()
        .getByText(path === '/calls' ? list.total(3) : review.notReviewed)
        .waitFor();
      const { violations } = await new AxeBuilder({ page: page() }).setLegacyMode(true).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
  });
});
