import type { Locator } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { reviewStrings } from '../../renderer/review/strings.ts';
import { samplingStrings } from '../../renderer/sampling/strings.ts';
import type { PeriodReport } from '../../server/contract/reports/period-report.ts';
import { callsOfLastWeek } from '../support/last-week.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { setRole } from '../support/portal/set-role.ts';

const { marking } = callStrings;
const { check } = samplingStrings;

let kit: PortalKit;
let owner: Visitor;
let officer: Visitor;

beforeAll(async () => {
  const missed = 'i live at the blueheron, call me at 202-555-0143';
  const env = await callsOfLastWeek([missed, 'my number is 202-555-0187', 'just a question']);
  kit = await startPortal(env);
  owner = await kit.admin();
  officer = await kit.member('officer@example.com');
  await officer.go('/overview');
  await setRole(kit, 'officer@example.com', 'compliance');
});
afterAll(() => kit?.close());

const button = ({ page }: Visitor, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const done = (who: Visitor) => button(who, check.done).click();

/** Reads the queue to its end, as a person with one key and one button does. */
async function readAll(who: Visitor, words: string): Promise<void> {
  const { page } = who;
  await who.go('/review');
  await page.getByText(samplingStrings.left(3)).waitFor();
  await page.keyboard.press('n');
  const seen = new Set<string>();
  for (const left of [2, 1, 0]) {
    await button(who, check.done).waitFor();
    await page.waitForURL((url) => url.pathname.includes('/calls/') && !seen.has(url.pathname));
    seen.add(new URL(page.url()).pathname);
    await page.locator('[data-side="public"] p').first().waitFor();
    if ((await page.getByText('the blueheron').count()) > 0) {
      await button(who, marking.missed).click();
      await page.getByRole('dialog').getByLabel(marking.words).fill(words);
      await page.getByRole('dialog').getByLabel(marking.kind).selectOption('ADDRESS');
      await page.getByRole('dialog').getByRole('button', { name: marking.mark }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('tab', { name: callStrings.detail.tab.access }).count()).toBe(0);
    await done(who);
    if (left === 0) await page.getByText(samplingStrings.left(0)).waitFor();
  }
  expect(seen.size).toBe(3);
}

describe('Two people read the calls that were drawn (decision 0196)', () => {
  it('the first one opens each call of the queue by a key, marks what was missed, and is done', async () => {
    await readAll(owner, 'the blueheron');
    const { page } = owner;
    await page.getByText(samplingStrings.counts(0, 3)).waitFor();
    await page.getByRole('row').filter({ hasText: reviewStrings.undecided }).waitFor();
  });

  it('the second one sees no mark of the first until they are done', async () => {
    await officer.go('/review');
    await officer.page.getByText(reviewStrings.empty.title).waitFor();
    await readAll(officer, 'blueheron');
    await officer.page.getByText(samplingStrings.counts(3, 0)).waitFor();
    const marks = officer.page.getByRole('row').filter({ hasText: reviewStrings.undecided });
    await expect.poll(() => marks.count()).toBe(2);
  });

  it('the result is the share of values found, with its interval', async () => {
    const { page } = owner;
    await owner.go('/review');
    const named = page.getByText(samplingStrings.allKinds, { exact: true });
    const all = page.getByRole('row').filter({ has: named });
    await all.getByText('66.7 %', { exact: true }).waitFor();
    await all.getByText('20.8 % to 93.8 %').waitFor();
    expect(await page.getByText(samplingStrings.disagree).count()).toBe(0);
    await page.getByText(samplingStrings.recall(3)).waitFor();
    expect(kit.complaints).toEqual([]);
  });

  it('the report of the period has it in both forms', async () => {
    const from = new Date(Date.now() - 14 * 86_400_000).toISOString();
    const path = `/api/v1/reports?from=${from}&until=${new Date().toISOString()}`;
    const { api } = kit.proxy.service;
    const { report } = (await (await api(path)).json()) as { report: PeriodReport };
    expect(report.checked_calls).toMatchObject({
      calls: 3,
      total: { found: 2, missed: 1, recall_bp: 6667, low_bp: 2077, high_bp: 9385 },
    });
    const pdf = new Uint8Array(await (await api(`${path}&format=pdf`)).arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
    for (const said of ['Checked calls', '20.8 % to 93.8 %']) expect(text).toContain(said);
  });
});
