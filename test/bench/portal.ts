import { commonStrings } from '../../renderer/ui/strings.ts';
import { sharedBrowser } from '../support/portal/browser.ts';
import { folderOfCalls } from '../support/portal/many-calls.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { chatterTurn } from '../support/portal/streaming-calls.ts';
import { percentile } from './load.ts';
import { type BenchRow, ratioOf } from './row.ts';

const openings = 7;
const listed = 10_000;
const turns = 20;
const chatter = { calls: 10, pieces: 40, everyMs: 20 };

/** Frames of the portal in a real browser while ten calls stream, and while a long list is scrolled. */
export async function benchPortal(): Promise<readonly BenchRow[]> {
  const kit = await startPortal(await folderOfCalls(listed));
  try {
    const visitor = await kit.admin();
    return [await opening(kit), ...(await live(kit, visitor)), await list(visitor)];
  } finally {
    await kit.close();
    await (await sharedBrowser()).close();
  }
}

/** From an address to a list that can be used, in browsers that have nothing of the portal yet. */
async function opening(kit: PortalKit): Promise<BenchRow> {
  const [pages, answers]: [number[], number[]] = [[], []];
  for (let round = 0; round < openings; round += 1) {
    const { page, context, go } = await kit.admin();
    const begun = performance.now();
    await go('/calls');
    await page.locator('.call-table tbody tr').first().waitFor();
    pages.push(performance.now() - begun);
    const asked = performance.now();
    await (await kit.proxy.service.api('/api/v1/sessions?limit=100')).text();
    answers.push(performance.now() - asked);
    await context.close();
  }
  const [figure, baseline] = [percentile(pages, 50), percentile(answers, 50)];
  return {
    what: 'portal: opened at its list of calls, nothing cached, p50',
    figure: `${figure.toFixed(0)} ms`,
    baseline: `the list alone ${baseline.toFixed(1)} ms`,
    ratio: ratioOf(figure, baseline),
  };
}

async function live(kit: PortalKit, { page, go }: Visitor): Promise<readonly BenchRow[]> {
  const agent = await kit.proxy.agent({ name: 'Chatter' });
  await go('/live');
  await page.locator('h1').waitFor();
  const idle = await frames(page, () => page.waitForTimeout(2_000));
  const busy = await frames(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) await chatterTurn(kit.proxy, agent, turn, chatter);
  });
  return [50, 95, 100].map((percent) => ({
    what: `portal: a frame while ${chatter.calls} calls stream, p${percent}`,
    figure: `${percentile(busy.deltas, percent).toFixed(1)} ms`,
    baseline: `no call ${percentile(idle.deltas, percent).toFixed(1)} ms`,
    ratio: ratioOf(percentile(busy.deltas, percent), percentile(idle.deltas, percent)),
  }));
}

async function list({ page, go }: Visitor): Promise<BenchRow> {
  await go('/calls');
  await page.locator('.call-table tbody tr').first().waitFor();
  const { deltas, longTasks } = await frames(page, async () => {
    const more = page.getByRole('button', { name: commonStrings.more });
    while ((await more.count()) > 0) {
      await page.locator('.call-table').evaluate((table) => {
        table.scrollTop = table.scrollHeight;
        return new Promise(requestAnimationFrame);
      });
    }
  });
  return {
    what: `portal: scrolling ${listed.toLocaleString('en')} calls, frame p95`,
    figure: `${percentile(deltas, 95).toFixed(1)} ms`,
    baseline: `${longTasks.length} tasks over 50 ms, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`,
    ratio: '–',
  };
}

interface Frames {
  /** Between frames, in milliseconds. */
  readonly deltas: readonly number[];
  readonly longTasks: readonly number[];
}

/** What the page's frames took while `act` went on. */
async function frames(page: Visitor['page'], act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const found = { deltas: [] as number[], longTasks: [] as number[], over: false };
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) found.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    let before = performance.now();
    const frame = (now: number) => {
      found.deltas.push(now - before);
      before = now;
      if (!found.over) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { found });
  });
  await act();
  return await page.evaluate(() => {
    const { found } = window as unknown as { found: Frames & { over: boolean } };
    found.over = true;
    return { deltas: found.deltas.slice(1), longTasks: found.longTasks };
  });
}
