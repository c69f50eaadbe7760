import type { Locator } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { reviewStrings } from '../../renderer/review/strings.ts';
import { samplingStrings } from '../../renderer/sampling/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import type { PeriodReport } from '../../server/contract/reports/period-report.ts';
import { callsOfLastWeek } from '../support/last-week.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { setRole } from '../support/portal/set-role.ts';
import { showValues } from '../support/portal/show-values.ts';

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

/** Marks words of the call that is shown. */
async function markWords({ page }: Visitor, words: string, kind: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: marking.missed, exact: true }).click();
  await dialog.getByLabel(marking.words).fill(words);
  await dialog.getByLabel(marking.kind).selectOption(kind);
  await dialog.getByRole('button', { name: marking.mark }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Reads the queue to its end, as a person with one key and one button does; `marks` are words with their kind. */
async function readAll(who: Visitor, marks: Readonly<Record<string, string>>): Promise<void> {
  const { page } = who;
  await who.go('/review');
  await page.getByText(samplingStrings.left(3)).waitFor();
  await page.keyboard.press('n');
  const seen = new Set<string>();
  for (let left = 3; left > 0; left -= 1) {
    await page.waitForURL((url) => url.pathname.includes('/calls/') && !seen.has(url.pathname));
    seen.add(new URL(page.url()).pathname);
    await page.locator('[data-side="public"] p').first().waitFor();
    for (const [words, kind] of Object.entries(marks))
      if ((await page.getByText(words).count()) > 0) await markWords(who, words, kind);
    expect(await page.getByRole('tab', { name: callStrings.detail.tab.access }).count()).toBe(0);
    await button(who, check.done).click();
  }
  await page.getByText(samplingStrings.left(0)).waitFor();
}

describe('Two people read the calls that were drawn (decision 0196)', () => {
  it('the first one opens each call of the queue by a key, marks what was missed, and is done', async () => {
    await readAll(owner, { 'the blueheron': 'ADDRESS' });
    const { page } = owner;
    await page.getByText(samplingStrings.counts(0, 3)).waitFor();
    await page.getByRole('row').filter({ hasText: reviewStrings.undecided }).waitFor();
  });

  it('the second one sees no mark of the first until they are done', async () => {
    await officer.go('/review');
    await officer.page.getByText(reviewStrings.empty.title).waitFor();
    await readAll(officer, { blueheron: 'LOCATION', question: 'NAME' });
    await officer.page.getByText(samplingStrings.counts(3, 0)).waitFor();
    const marks = officer.page.getByRole('row').filter({ hasText: reviewStrings.undecided });
    await expect.poll(() => marks.count()).toBe(3);
  });

  it('what only one of them marked is listed, and counts until somebody dismisses it', async () => {
    const { page } = owner;
    await owner.go('/review');
    const result = page.getByRole('row').filter({ has: page.getByText('All', { exact: true }) });
    await result.getByText('50.0 %', { exact: true }).waitFor();
    const disagreements = page.locator('section').filter({ hasText: samplingStrings.disagree });
    const alone = disagreements.last().getByRole('row').filter({ hasText: 'officer@example.com' });
    await alone.getByText(samplingStrings.counting).waitFor();
    expect(await alone.count()).toBe(1);
    await page.getByRole('button', { name: /^Open the mark of .*, Name$/ }).click();
    await showValues(page);
    await page.getByRole('dialog').locator('mark').getByText('question').waitFor();
    await button(owner, reviewStrings.decide.dismissed).click();
    await button(owner, commonStrings.close).click();
    await alone.getByText(samplingStrings.dismissed).waitFor();
  });

  it('the result is the share of values found, with its interval', async () => {
    const { page } = owner;
    const result = page.getByRole('row').filter({ has: page.getByText('All', { exact: true }) });
    await result.getByText('66.7 %', { exact: true }).waitFor();
    await result.getByText('20.8 % to 93.8 %').waitFor();
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
