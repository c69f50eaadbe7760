import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStrings } from '../../../renderer/start/strings.ts';
import { sharedBrowser } from './browser.ts';
import { inventedDay } from './invented-day.ts';
import { startPortal } from './portal-kit.ts';
import { views } from './views.ts';

/**
 * `npm run screenshots -- <folder>`: each page of the portal, light and dark, on a desk and on a phone, and the first two
 * pages of the report of a demo day, which `pdftoppm` makes pictures of.
 */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('name a folder: npm run screenshots -- <folder>');
const looks = (['light', 'dark'] as const).flatMap((theme) =>
  [1440, 390].map((width) => ({ theme, width })),
);

await mkdir(folder, { recursive: true });
const kit = await startPortal();
try {
  const day = await inventedDay(kit.proxy);
  const open = async ({ theme, width }: (typeof looks)[number]) => {
    const options = { colorScheme: theme, viewport: { width, height: 800 } } as const;
    const owner = await kit.admin(options);
    const take = async (what: string) => {
      const name = `${what.replaceAll(/\W+/g, '-')}-${theme}-${width}.png`;
      await owner.page.screenshot({ path: join(folder, name), fullPage: true });
    };
    return { ...owner, take };
  };
  for (const look of looks) {
    const { page, context, go, take } = await open(look);
    for (const { what, path, open: show, ready } of views) {
      await go(path(day));
      await show?.(page);
      await ready(page);
      await take(what);
    }
    await go('/start');
    await page.getByRole('button', { name: startStrings.demo.call }).click();
    await page.getByText('Goodbye.').last().waitFor();
    await take('a demo call');
    await context.clearCookies();
    await go('/live');
    await page.locator('h1').waitFor();
    await take('signing in');
    await context.close();
  }
  await day.finish();
  const { service } = kit.proxy;
  await service.api('/api/v1/demo/days', { method: 'POST' });
  for (const look of looks) {
    const { page, context, take } = await open(look);
    for (const path of ['overview', 'calls', 'reports']) {
      await page.goto(`${service.url}/demo/portal/${path}`);
      await page.locator('h1').waitFor();
      if (path === 'overview')
        await page.getByText('40 calls in the last 24 hours').first().waitFor({ timeout: 0 });
      await take(`a demo day ${path}`);
    }
    await context.close();
  }
  // A demo day is over, so its report is no draft.
  const [from, until] = [-86_400_000, 0].map((ms) => new Date(Date.now() + ms).toISOString());
  const report = await service.api(`/demo/api/v1/reports?from=${from}&until=${until}&format=pdf`);
  const pdf = join(folder, 'report.pdf');
  await writeFile(pdf, Buffer.from(await report.arrayBuffer()));
  const made = spawnSync('pdftoppm', ['-png', '-r', '96', '-l', '2', pdf, join(folder, 'report')]);
  if (made.error !== undefined)
    process.stderr.write('no pictures of the report: pdftoppm is missing\n');
  for (const complaint of kit.complaints) process.stderr.write(`${complaint}\n`);
} finally {
  await kit.close();
  await (await sharedBrowser()).close();
}
