import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../support/portal/browser.ts';

const root = join(import.meta.dirname, '../..');
const address = 'http://parts.test';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

let folder: string;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'));
  const { NODE_ENV: _, ...env } = process.env;
  const options = {
    configFile: 'renderer/vite.config.ts',
    logLevel: 'warn',
    build: { outDir: folder, rolldownOptions: { input: 'renderer/parts/index.html' } },
  };
  const program = `import { build } from 'vite'; await build(${JSON.stringify(options)});`;
  const args = ['--input-type=module', '--eval', program];
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
  context = await (await sharedBrowser()).newContext({ viewport: { width: 1200, height: 900 } });
  // The page needs no service.
  await context.route(`${address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname.replace(/^\/portal\//, '').replace(/\/$/, '/index.html'));
    const contentType = types[extname(file)];
    if (contentType === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ body: await readFile(file), contentType });
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page = await context.newPage();
  await page.goto(`${address}/portal/parts/`);
  await page.getByRole('heading', { name: 'A page' }).waitFor();
});
afterAll(async () => {
  await context?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The components that `renderer/ui` exports. */
async function exportedParts(): Promise<readonly string[]> {
  const ui = join(root, 'renderer/ui');
  const files = (await readdir(ui, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const sources = await Promise.all(files.map((file) => readFile(join(ui, file), 'utf8')));
  const exported = /^export (?:function|const) ([A-Z]\w*)/gm;
  return sources.flatMap((source) => [...source.matchAll(exported)].map(([, name = '']) => name));
}

describe('The page of the portal’s parts', () => {
  it('shows every part that renderer/ui exports', async () => {
    const shown = await page
      .locator('[data-part]')
      .evaluateAll((all) =>
        all
          .filter((one) => (one.lastElementChild?.getBoundingClientRect().height ?? 0) > 8)
          .map((one) => one.getAttribute('data-part')),
      );
    expect([...(await exportedParts())].sort()).toEqual([...shown].sort());
    expect(shown.length).toBeGreaterThan(40);
  });

  it.each(['light', 'dark'] as const)('has no defect of access in the %s theme', async (theme) => {
    await page.getByRole('button', { name: theme, exact: true }).click();
    const { violations } = await new AxeBuilder({ page })
      .exclude('[data-part="HeadCells"], [data-part="Cells"]')
      .disableRules(['page-has-heading-one', 'heading-order', 'landmark-unique'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('opens each dialog, and none of its parts fails', async () => {
    for (const name of ['Dialog', 'ConfirmDialog', 'ConfirmRequest']) {
      await page.locator(`[data-part="${name}"]`).getByRole('button', { name: 'Open' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
  });
});
