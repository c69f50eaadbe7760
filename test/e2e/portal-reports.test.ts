import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '../../renderer/lib/local-days.ts';
import { reportsStrings } from '../../renderer/reports/strings.ts';
import { OnePeriodReport } from '../../server/contract/reports/period-report.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { user } from '../support/proxy-kit.ts';

let kit: PortalKit;
let owner: Visitor;

beforeAll(async () => {
  kit = await startPortal();
  const agent = await kit.proxy.agent({ name: 'Front desk' });
  await kit.proxy.askOnce(agent, [user('my number is 415-555-0142')]);
  owner = await kit.admin();
});
afterAll(() => kit?.close());

const today = () => new Date().toISOString().slice(0, 10);

describe('The page Reports (decision 0091)', () => {
  it('downloads the report of the chosen days', async () => {
    const { page, go } = owner;
    await go('/reports');
    await page.getByLabel(reportsStrings.form.first).fill(today());
    await page.getByLabel(reportsStrings.form.last).fill(today());
    await page.getByLabel(reportsStrings.form.preparedFor).fill('Board');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: reportsStrings.json, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`report-${today()}-${today()}.json`);
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
    const { report } = OnePeriodReport.parse(saved);
    expect(report).toMatchObject({ prepared_for: 'Board', draft: true });
    expect(report.population.by_agent.map(({ name }) => name)).toEqual(['Front desk']);
  });

  it('fills in the month so far', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: reportsStrings.form.monthSoFar }).click();
    const { first, last } = reportsStrings.form;
    const days = [first, last].map((label) => page.getByLabel(label).inputValue());
    expect(await Promise.all(days)).toEqual([`${today().slice(0, 8)}01`, today()]);
  });

  it('gives a page that checks a report of a period or a call without the service', async () => {
    const { page, context } = owner;
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: reportsStrings.content.checkButton }).click(),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'check-'));
    const saved = join(folder, file.suggestedFilename());
    await file.saveAs(saved);
    const checker = await context.newPage();
    const asked: string[] = [];
    checker.on('request', (request) => asked.push(request.url()));
    await checker.goto(pathToFileURL(saved).href);

    const { api } = kit.proxy.service;
    const records = await kit.proxy.service.records();
    const call = records.find(({ session_id }) => session_id !== undefined)?.session_id;
    const addresses = [
      `/api/v1/reports?from=${today()}T00:00:00Z&until=${dayAfter(today())}T00:00:00Z&format=json`,
      `/api/v1/sessions/${call}/report`,
    ];
    const check = async (text: string) => {
      const buffer = Buffer.from(text);
      await checker
        .getByLabel('Report (JSON)')
        .setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer });
    };
    for (const address of addresses) {
      const text = await (await api(address)).text();
      const { report } = JSON.parse(text);
      await check(text);
      await checker.getByRole('heading', { name: 'This report agrees with itself.' }).waitFor();
      expect(await checker.locator('li[data-holds="true"]').count()).toBe(4);
      const key = checker.getByLabel('Public key of the installation');
      for (const [trusted, verdict] of [
        ['0'.repeat(64), 'This report does not hold.'],
        [report.public_key, 'Nothing was changed in this report.'],
        ['', 'This report agrees with itself.'],
      ]) {
        await key.fill(trusted);
        await key.blur();
        await checker.getByRole('heading', { name: verdict }).waitFor();
      }
      for (const [changed, failing] of [
        [{ ...report, merkle_root_hex: '0'.repeat(64) }, 3],
        [{ ...report, generated_at: '2026-01-01T00:00:00.000Z' }, 2],
        [{ ...report, checkpoint: report.checkpoint.replace('\n', '\n9') }, 3],
      ] as const) {
        await check(JSON.stringify(changed));
        await checker.getByRole('heading', { name: 'This report does not hold.' }).waitFor();
        expect(await checker.locator('li[data-holds="false"]').count()).toBe(failing);
      }
    }
    await check('{}');
    await checker.getByRole('heading', { name: 'This file cannot be checked.' }).waitFor();
    expect(asked).toEqual([pathToFileURL(saved).href]);
    await checker.close();
    await rm(folder, { recursive: true });
  });

  it('lists the reports that were made, and makes one again with the same root', async () => {
    const { page } = owner;
    const { past } = reportsStrings;
    // The period goes on: the download itself is an access in it, so the root changes.
    await page
      .getByRole('button', { name: /^Download the report of/ })
      .first()
      .click();
    await page.getByText('has another root now').waitFor();
    await kit.proxy.service.api(
      `/api/v1/reports?from=2020-01-01T00:00:00Z&until=2020-02-01T00:00:00Z`,
    );
    await page.reload();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download the report of/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^rep_.*\.pdf$/);
    expect(await page.getByText(past.none).count()).toBe(0);
  });

  it('adds and removes a schedule', async () => {
    const { page } = owner;
    const { schedules: texts } = reportsStrings;
    await page.getByLabel(texts.everyLabel).selectOption('week');
    await page.getByLabel(texts.agent, { exact: true }).selectOption({ label: 'Front desk' });
    await page.getByLabel(texts.preparedFor, { exact: true }).fill('Board');
    await page.getByLabel(texts.emailTo).fill('board@clinic.example.com, it@clinic.example.com');
    await page.getByRole('button', { name: texts.add }).click();
    await page
      .getByRole('cell', { name: 'board@clinic.example.com, it@clinic.example.com', exact: true })
      .waitFor();
    await page.getByRole('cell', { name: 'Every week, Front desk', exact: true }).waitFor();
    await page.getByRole('button', { name: texts.removeLabel('Every week, Front desk') }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.remove }).click();
    await page
      .getByRole('cell', { name: 'Every week, Front desk', exact: true })
      .waitFor({ state: 'detached' });
  });

  it('offers no download for days in the wrong order', async () => {
    const { page } = owner;
    await page.getByLabel(reportsStrings.form.last).fill('2026-01-01');
    await page.getByText(reportsStrings.form.backwards).waitFor();
    const pdf = page.getByRole('button', { name: reportsStrings.pdf, exact: true });
    expect(await pdf.isDisabled()).toBe(true);
  });
});
