import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { portalDir } from '../../server/config/data-files.ts';
import { builtPortal } from '../support/portal/build-portal.ts';

/** Compressed script that a browser fetches before it shows the overview, in bytes. */
const firstLoad = 250_000;
const assets = join(portalDir, 'assets');

/** The scripts, and all that they import without being asked, by file. */
async function withImports(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>();
  for (const wanted = [...files]; wanted.length > 0; ) {
    const file = wanted.pop() ?? '';
    if (scripts.has(file)) continue;
    const script = await readFile(join(assets, file), 'utf8');
    scripts.set(file, script);
    for (const [, name = ''] of script.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      wanted.push(name);
  }
  return scripts;
}

beforeAll(builtPortal);

describe('The first load of the portal', () => {
  it('the first load is small enough for a phone to fetch in a second', async () => {
    const page = await readFile(join(portalDir, 'index.html'), 'utf8');
    const entry = /src="\/portal\/assets\/([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const overview = (await readdir(assets)).find((file) => /^overview-page-.*\.js$/.test(file));
    const scripts = await withImports([entry, overview ?? '']);
    const bytes = [...scripts.values()].reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(firstLoad);
  });

  it('the first load has no inline script or style, which the content security policy refuses', async () => {
    const page = await readFile(join(portalDir, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
  });
});
