import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { figureStrings } from '../../renderer/figures/strings.ts';
import { overviewStrings } from '../../renderer/overview/strings.ts';
import { startStrings } from '../../renderer/start/strings.ts';
import { commonStrings, keysStoredStrings } from '../../renderer/ui/strings.ts';
import { type InventedDay, inventedDay } from '../support/portal/invented-day.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';

let kit: PortalKit;
let day: InventedDay;
let owner: Visitor;

beforeAll(async () => {
  kit = await startPortal();
  day = await inventedDay(kit.proxy);
  owner = await kit.admin();
});
afterAll(async () => {
  await day.finish();
  await kit.close();
});
afterEach(() => expect(kit.complaints).toEqual([]));

const tile = ({ page }: Visitor, name: string) =>
  page.locator('.stat').filter({ hasText: name }).locator('dd').textContent();
const card = ({ page }: Visitor, name: string) => page.getByRole('region', { name, exact: true });

describe('The overview', () => {
  it('is the first page, and counts calls, failures and kinds', async () => {
    await owner.go('/');
    const { page } = owner;
    await page.getByRole('heading', { name: commonStrings.pages.overview, level: 1 }).waitFor();
    await card(owner, figureStrings.charts.kinds).getByText('Name').first().waitFor();
    expect(await tile(owner, figureStrings.tiles.failures)).toBe('1');
    await card(owner, figureStrings.charts.calls)
      .getByText(figureStrings.statuses.ok)
      .first()
      .waitFor();
  });

  it('shows a dash for the latency of fewer than 20 replies, and a sentence in place of its chart', async () => {
    expect(await tile(owner, figureStrings.tiles.p50)).toBe(figureStrings.unknown);
    await owner.page.getByText(/^Added latency: .*in no hour 20 or more/).waitFor();
    expect(await card(owner, figureStrings.charts.latency).count()).toBe(0);
  });

  it('has a table that leaves out hours without calls', async () => {
    const calls = card(owner, figureStrings.charts.calls);
    await calls.getByText(figureStrings.table.table).click();
    expect(await calls.locator('tbody tr').count()).toBeLessThanOrEqual(2);
  });

  it('has one range for tiles, charts and agents', async () => {
    const { page } = owner;
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/api/v1/overview')),
      page.getByLabel(figureStrings.ranges['30d']).check(),
    ]);
    const from = new URL(request.url()).searchParams.get('from') ?? '';
    expect(Date.now() - Date.parse(from)).toBeGreaterThan(29 * 86_400_000);
    await card(owner, overviewStrings.agents.title)
      .getByRole('link', { name: 'Billing' })
      .waitFor();
  });

  it('names what needs attention, with a way there', async () => {
    const attention = card(owner, overviewStrings.attention.title);
    await attention.getByText('No business associate agreement in force').waitFor();
    await attention
      .getByRole('link', { name: overviewStrings.attention.open.system })
      .first()
      .click();
    await owner.page.getByRole('heading', { name: commonStrings.pages.system, level: 1 }).waitFor();
  });

  it('asks for a copy of the keys until somebody says that there is one', async () => {
    const { page } = owner;
    await owner.go('/start');
    const step = page.getByRole('listitem').filter({ hasText: startStrings.steps.keys.title });
    await step.getByText(startStrings.open).waitFor();
    await page.getByRole('button', { name: keysStoredStrings.button }).click();
    await step.getByText(startStrings.done, { exact: true }).waitFor();
    await owner.go('/system');
    await page.getByText(keysStoredStrings.by('owner')).waitFor();
  });
});
