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
 * pages of a report, which `pdftoppm` makes pictures of.
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
  for (const { theme, width } of looks) {
    const options = { colorScheme: theme, viewport: { width, height: 800 } } as const;
    const { page, context, go } = await kit.admin(options);
    const take = async (what: string) => {
      const name = `${what.replaceAll(/\W+/g, '-')}-${theme}-${width}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
    };
    for (const { what, path, open, ready } of views) {
      await go(path(day));
      await open?.(page);
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
  const [from, until] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString(),
  );
  const period = `from=${from}&until=${until}&format=pdf&prepared_for=Compliance committee`;
  const report = await kit.proxy.service.api(`/api/v1/reports?${encodeURI(period)}`);
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
